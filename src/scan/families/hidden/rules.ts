/*
 * What the hidden family can find: text that the agent reads and a person does not see, or sees as something else.
 */

import type { ScanSeverity } from '../../findings/finding.js';
import type { ScanRule } from '../../findings/rule.js';

export type HiddenRule =
  | 'zero-width'
  | 'bidi'
  | 'tag-characters'
  | 'variation-selectors'
  | 'soft-hyphen'
  | 'control-characters'
  | 'look-alike'
  | 'comment'
  | 'styled-away'
  | 'out-of-sight'
  | 'encoded'
  | 'data-uri';

export const hiddenRules: Readonly<Record<HiddenRule, ScanRule>> = {
  'zero-width': {
    id: 'hidden/zero-width',
    family: 'hidden',
    title: 'Zero-width characters',
    severity: 'medium',
    why: 'Characters without width break up words that a filter looks for, or carry a message as bits.',
    instead: 'Delete them; they usually come along when text is copied from a page.',
  },
  bidi: {
    id: 'hidden/bidi',
    family: 'hidden',
    title: 'Characters that turn the direction of writing',
    severity: 'high',
    why: 'A line is shown in another order than the one in which it is read and run.',
    instead: 'Write right-to-left text without overrides; its letters know their direction.',
  },
  'tag-characters': {
    id: 'hidden/tag-characters',
    family: 'hidden',
    title: 'An invisible message in tag characters',
    severity: 'critical',
    why: 'Tag characters are never shown, and models read them as plain text.',
    instead: 'Delete them; only the flags of regions need any.',
  },
  'variation-selectors': {
    id: 'hidden/variation-selectors',
    family: 'hidden',
    title: 'Data in variation selectors',
    severity: 'high',
    why: 'A row of variation selectors after any character carries arbitrary bytes that nobody sees.',
    instead: 'Keep at most one after an emoji or an ideograph.',
  },
  'soft-hyphen': {
    id: 'hidden/soft-hyphen',
    family: 'hidden',
    title: 'Soft hyphens inside words',
    severity: 'medium',
    why: 'A word with soft hyphens looks whole and is not found by those who search for it.',
    instead: 'Delete them.',
  },
  'control-characters': {
    id: 'hidden/control-characters',
    family: 'hidden',
    title: 'Control characters and terminal sequences',
    severity: 'medium',
    why: 'A terminal obeys them: what was printed is overwritten, or made invisible.',
    instead: 'Write escape sequences in their spelled-out form, such as \\x1b.',
  },
  'look-alike': {
    id: 'hidden/look-alike',
    family: 'hidden',
    title: 'Words that mix look-alike letters of several scripts',
    severity: 'medium',
    why: 'A name, address or command looks like a known one and is another.',
    instead: 'Type the word again in one script.',
  },
  comment: {
    id: 'hidden/comment',
    family: 'hidden',
    title: 'Orders in a comment',
    severity: 'high',
    why: 'Comments vanish when a page is shown, and the agent reads them.',
    instead: 'Put what the agent must do into the visible text.',
  },
  'styled-away': {
    id: 'hidden/styled-away',
    family: 'hidden',
    title: 'Text hidden by its style',
    severity: 'high',
    why: 'Text without size, colour or display is read by the agent only.',
    instead: 'Use <details> for what may be folded away.',
  },
  'out-of-sight': {
    id: 'hidden/out-of-sight',
    family: 'hidden',
    title: 'Text pushed out of sight',
    severity: 'medium',
    why: 'After a long run of blank lines or spaces nobody looks for more.',
    instead: 'Remove the blank run.',
  },
  encoded: {
    id: 'hidden/encoded',
    family: 'hidden',
    title: 'Readable text in an encoding',
    severity: 'high',
    why: 'Encoded words pass by readers and filters, and the agent decodes them.',
    instead: 'Write the text as it is.',
  },
  'data-uri': {
    id: 'hidden/data-uri',
    family: 'hidden',
    title: 'A data: address with a script',
    severity: 'high',
    why: 'The page or script travels inside the address, where nobody reads it.',
    instead: 'Put the page into a file of the package.',
  },
};

/*
 * What the finders of this family report: a rule at a line, how bad it is there, and what is to be seen.
 */

export interface RuleMatch {
  readonly rule: HiddenRule;
  /** Without it, the rule's. */
  readonly severity?: ScanSeverity;
  /** From 1. */
  readonly line: number;
  /** Not yet cut or made visible. */
  readonly excerpt: string;
  /** About this place; without it, the rule's. */
  readonly why?: string;
}
