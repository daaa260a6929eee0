/*
 * What a language looks like, as data for one lexer: comments, strings, how names are joined, and what opens a function.
 * Enough to follow values; none of this is a grammar.
 */

import type { CodeLanguage } from '../package/content-kind.js';

export type ProgramLanguage = Exclude<CodeLanguage, 'shell' | 'powershell' | 'batch'>;

export interface Syntax {
  readonly lineComments: readonly string[];
  readonly blockComments: readonly (readonly [open: string, close: string])[];
  /** Longer openings first. */
  readonly strings: readonly StringSyntax[];
  /** Whether letters before a quote change the string, as in `f"..."`. */
  readonly hasPrefixes: boolean;
  /** Characters that can start a name besides letters and `_`. */
  readonly sigils: string;
  /** Marks that join names to a path: `os.environ`, `Net::HTTP`, `$ua->post`. */
  readonly joiners: readonly string[];
  /** Whether a line end ends a statement outside brackets. */
  readonly endsAtLine: boolean;
  /** How the body of a function is marked. */
  readonly blocks: 'indent' | 'braces';
  readonly functionWords: ReadonlySet<string>;
  /** Whether the last expression of a function is its result. */
  readonly returnsLast: boolean;
  /** Whether `/` can start a regular expression. */
  readonly hasPatterns: boolean;
}

export interface StringSyntax {
  readonly open: string;
  readonly close: string;
  readonly spansLines: boolean;
  readonly hasEscapes: boolean;
  /** How an expression is written inside; `prefixed` needs an `f` before the string. */
  readonly inside?: '${' | '#{' | '{' | '$';
  readonly isPrefixed?: true;
  /** The string is a command that is run. */
  readonly isCommand?: true;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const plain = (open: string, more: Partial<StringSyntax> = {}): StringSyntax => ({
  open,
  close: open,
  spansLines: false,
  hasEscapes: true,
  ...more,
});

const cLike = {
  lineComments: ['//'],
  blockComments: [['/*', '*/']],
  hasPrefixes: false,
  sigils: '$',
  joiners: ['?.', '.'],
  endsAtLine: true,
  blocks: 'braces',
  returnsLast: false,
  hasPatterns: false,
} as const satisfies Partial<Syntax>;

export const syntaxes: Readonly<Record<ProgramLanguage, Syntax>> = {
  python: {
    lineComments: ['#'],
    blockComments: [],
    strings: [
      plain('"""', { spansLines: true, inside: '{', isPrefixed: true }),
      plain("'''", { spansLines: true, inside: '{', isPrefixed: true }),
      plain('"', { inside: '{', isPrefixed: true }),
      plain("'", { inside: '{', isPrefixed: true }),
    ],
    hasPrefixes: true,
    sigils: '',
    joiners: ['.'],
    endsAtLine: true,
    blocks: 'indent',
    functionWords: words('def'),
    returnsLast: false,
    hasPatterns: false,
  },
  javascript: {
    ...cLike,
    strings: [plain('"'), plain("'"), plain('`', { spansLines: true, inside: '${' })],
    functionWords: words('function'),
    hasPatterns: true,
  },
  go: {
    ...cLike,
    strings: [plain('"'), plain("'"), plain('`', { spansLines: true, hasEscapes: false })],
    functionWords: words('func'),
  },
  php: {
    ...cLike,
    lineComments: ['//', '#'],
    strings: [
      plain('"', { spansLines: true, inside: '$' }),
      plain("'", { spansLines: true }),
      plain('`', { spansLines: true, inside: '$', isCommand: true }),
    ],
    joiners: ['->', '::'],
    endsAtLine: false,
    functionWords: words('function fn'),
  },
  perl: {
    ...cLike,
    lineComments: ['#'],
    blockComments: [],
    strings: [
      plain('"', { spansLines: true, inside: '$' }),
      plain("'", { spansLines: true }),
      plain('`', { spansLines: true, inside: '$', isCommand: true }),
    ],
    sigils: '$@%',
    joiners: ['->', '::'],
    endsAtLine: false,
    functionWords: words('sub'),
    returnsLast: true,
  },
  ruby: {
    lineComments: ['#'],
    blockComments: [['\n=begin', '\n=end']],
    strings: [plain('"', { inside: '#{' }), plain("'"), plain('`', { inside: '#{', isCommand: true })],
    hasPrefixes: false,
    sigils: '@$',
    joiners: ['&.', '::', '.'],
    endsAtLine: true,
    blocks: 'indent',
    functionWords: words('def'),
    returnsLast: true,
    hasPatterns: false,
  },
  applescript: {
    lineComments: ['--', '#'],
    blockComments: [['(*', '*)']],
    strings: [plain('"', { spansLines: true })],
    hasPrefixes: false,
    sigils: '',
    joiners: ['.'],
    endsAtLine: true,
    blocks: 'indent',
    functionWords: words('on to'),
    returnsLast: false,
    hasPatterns: false,
  },
};
