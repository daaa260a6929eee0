/*
 * The rules of the hidden family, about text that the agent reads and people do not see or see differently; and what the
 * finders report.
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
  | 'data-uri'
  | 'marks';

export const hiddenRules: Readonly<Record<HiddenRule, ScanRule>> = {
  'zero-width': {
    id: 'hidden/zero-width',
    family: 'hidden',
    title: 'Zero-width characters',
    severity: 'medium',
    why: 'Zero-width characters split words so that filters miss them, or encode a message as bits.',
    instead: 'Delete them. They often come from text that was copied from a web page.',
  },
  bidi: {
    id: 'hidden/bidi',
    family: 'hidden',
    title: 'Characters that change the text direction',
    severity: 'high',
    why: 'The line is displayed in a different order than it is read and run.',
    instead:
      'Write right-to-left text without override characters; its letters have a direction of their own.',
  },
  'tag-characters': {
    id: 'hidden/tag-characters',
    family: 'hidden',
    title: 'An invisible message in tag characters',
    severity: 'critical',
    why: 'Tag characters are never displayed, but models read them as plain text.',
    instead: 'Delete them. Only emoji flags of regions need them.',
  },
  'variation-selectors': {
    id: 'hidden/variation-selectors',
    family: 'hidden',
    title: 'Data in variation selectors',
    severity: 'high',
    why: 'A run of variation selectors can encode arbitrary bytes that nobody sees.',
    instead: 'Keep at most one, after an emoji or an ideograph.',
  },
  'soft-hyphen': {
    id: 'hidden/soft-hyphen',
    family: 'hidden',
    title: 'Soft hyphens inside words',
    severity: 'medium',
    why: 'A word with soft hyphens looks normal, but a search does not find it.',
    instead: 'Delete them.',
  },
  'control-characters': {
    id: 'hidden/control-characters',
    family: 'hidden',
    title: 'Control characters and terminal sequences',
    severity: 'medium',
    why: 'A terminal executes them, and can overwrite or hide what was printed.',
    instead: 'Write escape sequences in their printable form, such as \\x1b.',
  },
  'look-alike': {
    id: 'hidden/look-alike',
    family: 'hidden',
    title: 'Words that mix look-alike letters of several scripts',
    severity: 'medium',
    why: 'A name, address or command looks like a known one, but is a different one.',
    instead: 'Type the word again in one script.',
  },
  comment: {
    id: 'hidden/comment',
    family: 'hidden',
    title: 'Instructions in a comment',
    severity: 'high',
    why: 'Comments are not displayed, but the agent reads them.',
    instead: 'Put instructions for the agent into the visible text.',
  },
  'styled-away': {
    id: 'hidden/styled-away',
    family: 'hidden',
    title: 'Text hidden by its style',
    severity: 'high',
    why: 'Text without size, colour or display is read only by the agent.',
    instead: 'Use <details> for text that may be collapsed.',
  },
  'out-of-sight': {
    id: 'hidden/out-of-sight',
    family: 'hidden',
    title: 'Text pushed out of sight',
    severity: 'medium',
    why: 'Few readers scroll past a long run of blank lines or spaces.',
    instead: 'Remove the blank lines or spaces.',
  },
  encoded: {
    id: 'hidden/encoded',
    family: 'hidden',
    title: 'Encoded text',
    severity: 'high',
    why: 'Readers and filters miss encoded text, but the agent can decode it.',
    instead: 'Write the text without encoding.',
  },
  'data-uri': {
    id: 'hidden/data-uri',
    family: 'hidden',
    title: 'A data: address with a script',
    severity: 'high',
    why: 'The script is inside the address, where few people look.',
    instead: 'Put the page into a file of the package.',
  },
  marks: {
    id: 'hidden/marks',
    family: 'hidden',
    title: 'Adds invisible characters to text',
    severity: 'high',
    why: 'Invisible characters in a message mark who wrote it, or carry data out where nobody sees it.',
    instead: 'Write the mark as visible text, or leave it out.',
  },
};

export interface RuleMatch {
  readonly rule: HiddenRule;
  /** Defaults to the severity of the rule. */
  readonly severity?: ScanSeverity;
  /** From 1. */
  readonly line: number;
  /** The raw text, not yet shortened or made visible. */
  readonly excerpt: string;
  /** A sentence about this match; defaults to that of the rule. */
  readonly why?: string;
}
