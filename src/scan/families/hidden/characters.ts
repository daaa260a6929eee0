/*
 * Finds characters that are invisible, or that change how others are displayed; messages that are encoded in them; and
 * words that mix look-alike letters. Characters that a script or an emoji needs are ignored.
 */

import { counted } from '../../../text/plural.js';
import type { ScanSeverity } from '../../findings/finding.js';
import { inLatin, mixedWords } from '../../package/plain-letters.js';
import type { PreparedFile } from '../../package/prepare.js';
import type { HiddenRule, RuleMatch } from './rules.js';

/** One finding per kind of character and file, at the first occurrence. */
export function findCharacters(file: PreparedFile): readonly RuleMatch[] {
  const marked = file.unusual.flatMap((index) => {
    const line = file.lines[index] ?? '';
    const text = index === 0 ? line.replace(byteOrderMark, '') : line;
    return suspicious.test(line) ? [{ line: index + 1, text }] : [];
  });
  return kinds.flatMap(({ rule, severity, what, pattern }) => {
    const locations = marked.flatMap(({ line, text }) => {
      const count = text.match(pattern)?.length ?? 0;
      return count > 0 ? [{ line, text, count }] : [];
    });
    const [first] = locations;
    if (!first) return [];
    const count = locations.reduce((sum, location) => sum + location.count, 0);
    const excerpt = first.text.slice(Math.max(0, first.text.search(pattern) - 60));
    const why = `${what}: ${count} in this file, the first on this line.`;
    return [{ rule, severity, line: first.line, excerpt, why }];
  });
}

interface CharacterKind {
  readonly rule: HiddenRule;
  readonly severity: ScanSeverity;
  readonly what: string;
  readonly pattern: RegExp;
}

const byteOrderMark = /^\ufeff/;

const suspicious = /[\x00-\x08\x0b\x0e-\x1f\x7f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/;

/**
 * Emoji and scripts that join or stack letters need joiners; scripts without spaces need zero-width spaces. Zero-width
 * characters beside a space or at the end of a line are leftovers of copying.
 */
const kinds: readonly CharacterKind[] = [
  {
    rule: 'zero-width',
    severity: 'medium',
    what: 'Zero-width character inside a Latin word',
    pattern: /(?<=[\p{Script=Latin}\d])[\u200b-\u200d\u2060-\u2064\ufeff]+(?=[\p{Script=Latin}\d])/gu,
  },
  {
    rule: 'zero-width',
    severity: 'low',
    what: 'Stray zero-width character',
    pattern:
      /(?<!\ufe0f|\u200d|[\p{L}\p{M}\p{N}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200b\u2060-\u2064\ufeff](?!\p{Extended_Pictographic})/gu,
  },
  {
    rule: 'bidi',
    severity: 'high',
    what: 'Override of the text direction',
    pattern: /[\u202d\u202e]/g,
  },
  {
    rule: 'bidi',
    severity: 'high',
    what: 'Change of direction in a line without right-to-left letters',
    pattern: /^(?=[^\u0590-\u08ff\ufb1d-\ufefc]*$).*?[\u202a\u202b\u2066-\u2068]/gu,
  },
  {
    rule: 'soft-hyphen',
    severity: 'medium',
    what: 'Soft hyphen inside a word',
    pattern: /(?<=\p{L})\u00ad(?=\p{L})/gu,
  },
  {
    rule: 'control-characters',
    severity: 'high',
    what: 'Terminal sequence that hides or overwrites text',
    pattern: /\x1b\[(?:[0-9;]{0,12}(?<![0-9])8m|[0-9;]{0,12}[ABFHJK])|\x08{2,}/g,
  },
  {
    rule: 'control-characters',
    severity: 'low',
    what: 'Control character',
    pattern: /[\x00-\x08\x0b\x0e-\x1f\x7f]/g,
  },
];

/**
 * Messages in invisible characters: letters as tag characters, bytes as variation selectors, bits as zero-width
 * characters. The few that flags, emoji and ideographs need are ignored.
 */
export function findSmuggledText(file: PreparedFile): readonly RuleMatch[] {
  return file.unusual.flatMap((index) => {
    const line = file.lines[index] ?? '';
    return carriers.test(line) ? messagesIn(line).map((match) => ({ ...match, line: index + 1 })) : [];
  });
}

const carriers = /[\ufe00-\ufe0f\u200b-\u200d\u2060-\u2064\ufeff]|\udb40/;

function messagesIn(line: string): readonly Omit<RuleMatch, 'line'>[] {
  const withoutFlags = line.replace(flag, '');
  const tags = withoutFlags.match(tagRun)?.map(lettersOfTags).join('') ?? '';
  const bytes = line.match(selectorRun)?.flatMap(bytesOfSelectors) ?? [];
  // A line may contain thousands of runs; equal messages are reported once.
  const bits = new Set(line.match(bitRun)?.map(lettersOfBits));
  return [
    ...(tags === ''
      ? []
      : [{ rule: 'tag-characters', excerpt: tags, why: decoded('tag characters', tags) } as const]),
    ...(bytes.length === 0
      ? []
      : [
          {
            rule: 'variation-selectors',
            excerpt: new TextDecoder().decode(new Uint8Array(bytes)),
            why: `${counted(bytes.length, 'byte is', 'bytes are')} hidden in variation selectors; the excerpt shows them as text.`,
          } as const,
        ]),
    ...Array.from(
      bits,
      (letters) =>
        ({
          rule: 'zero-width',
          severity: 'high',
          excerpt: letters || line,
          why: decoded('zero-width characters', letters || 'bits of an unknown alphabet'),
        }) as const,
    ),
  ];
}

function decoded(carrier: string, message: string): string {
  return `A message is hidden in ${carrier}: ${JSON.stringify(message.slice(0, 80))}.`;
}

/** A black flag with the letters of a region: England, Scotland, Wales. */
const flag = /\u{1f3f4}[\u{e0061}-\u{e007a}\u{e0030}-\u{e0039}]{2,6}\u{e007f}/gu;
const tagRun = /[\u{e0000}-\u{e007f}]+/gu;

function lettersOfTags(run: string): string {
  return [...run]
    .map((tag) => (tag.codePointAt(0) ?? 0) - 0xe0000)
    .filter((code) => code >= 0x20 && code < 0x7f)
    .map((code) => String.fromCharCode(code))
    .join('');
}

/** Three or more in a row (some keyboards produce two), or a supplementary one that follows no ideograph. */
const selectorRun =
  /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{3,}|(?<![\p{Ideographic}\p{M}])[\u{e0100}-\u{e01ef}]/gu;

function bytesOfSelectors(run: string): readonly number[] {
  return [...run].map((selector) => {
    const code = selector.codePointAt(0) ?? 0;
    return code >= 0xe0100 ? code - 0xe0100 + 16 : code - 0xfe00;
  });
}

/** No script needs eight in a row: they encode a letter. */
const bitRun = /[\u200b-\u200d\u2060-\u2064\ufeff]{8,}/g;

/** The two kinds of characters are the two bits; ASCII starts with 0, so the first one is 0. */
function lettersOfBits(run: string): string {
  const kinds = [...new Set(run)];
  if (kinds.length !== 2) return '';
  const bits = [...run].map((character) => (character === run[0] ? '0' : '1')).join('');
  const letters = (bits.match(/.{8}/g) ?? []).map((byte) => String.fromCharCode(Number.parseInt(byte, 2)));
  const text = letters.join('');
  return /^[\x20-\x7e\s]+$/.test(text) ? text : '';
}

/** Words in which letters of another script imitate Latin ones. In prose this may be a typing error, in a name it is not. */
export function findMixedWords(file: PreparedFile): readonly RuleMatch[] {
  const { lines, fenced, content } = file;
  const isCode = content !== 'markdown' && content !== 'text';
  return file.unusual.flatMap((index): readonly RuleMatch[] => {
    const line = lines[index] ?? '';
    const [first] = mixedWords(line);
    if (first === undefined) return [];
    const { word, index: column } = first;
    const isExact = isCode || fenced[index] || isName(line, column, column + word.length);
    return [
      {
        rule: 'look-alike',
        severity: isExact ? 'high' : 'medium',
        line: index + 1,
        excerpt: `${word} (${spelled(word)})`,
        why: `This looks like "${inLatin(word)}", but uses letters of another script.`,
      },
    ];
  });
}

/** Between backticks, in an address, or the value of `name:`. */
function isName(line: string, start: number, end: number): boolean {
  const before = line.slice(Math.max(0, start - 80), start);
  const after = line.slice(end, end + 80);
  return (
    (before.split('`').length % 2 === 0 && after.includes('`')) ||
    /(?:https?:\/\/|www\.)\S*$|^name: *\S*$/i.test(before) ||
    /^\S{0,40}\.(?:com|org|net|io|dev|ai|app|md|sh)\b/i.test(after)
  );
}

function spelled(word: string): string {
  return [...word]
    .map((letter) => (letter > '\x7f' ? `\\u{${letter.codePointAt(0)?.toString(16)}}` : letter))
    .join('');
}
