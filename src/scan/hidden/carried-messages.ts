/*
 * Messages that ride on invisible characters: letters as tag characters, bytes as variation selectors, bits as
 * zero-width characters. Flags, emoji and ideographs need a few of these, and keep them.
 */

import type { PreparedFile } from '../prepare.js';
import type { RuleMatch } from './sighting.js';

export function findSmuggledText(file: PreparedFile): readonly RuleMatch[] {
  return file.unusual.flatMap((index) => {
    const line = file.lines[index] ?? '';
    return carriers.test(line) ? messagesIn(line).map((sighting) => ({ ...sighting, line: index + 1 })) : [];
  });
}

const carriers = /[\ufe00-\ufe0f\u200b-\u200d\u2060-\u2064\ufeff]|\udb40/;

function messagesIn(line: string): readonly Omit<RuleMatch, 'line'>[] {
  const withoutFlags = line.replace(flag, '');
  const tags = withoutFlags.match(tagRun)?.map(lettersOfTags).join('') ?? '';
  const bytes = line.match(selectorRun)?.flatMap(bytesOfSelectors) ?? [];
  // A line may hold thousands of runs; those that say the same are told once.
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
            why: `${bytes.length} bytes are hidden in variation selectors; the excerpt shows them as text.`,
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

/** Three or more in a row (two are a slip of some keyboards), or a supplementary one that follows no ideograph. */
const selectorRun =
  /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{3,}|(?<![\p{Ideographic}\p{M}])[\u{e0100}-\u{e01ef}]/gu;

function bytesOfSelectors(run: string): readonly number[] {
  return [...run].map((selector) => {
    const code = selector.codePointAt(0) ?? 0;
    return code >= 0xe0100 ? code - 0xe0100 + 16 : code - 0xfe00;
  });
}

/** No script needs eight in a row: that is a letter. */
const bitRun = /[\u200b-\u200d\u2060-\u2064\ufeff]{8,}/g;

/** The two kinds that occur are the two bits; which is which, the first bit of ASCII says. */
function lettersOfBits(run: string): string {
  const kinds = [...new Set(run)];
  if (kinds.length !== 2) return '';
  const bits = [...run].map((character) => (character === run[0] ? '0' : '1')).join('');
  const letters = (bits.match(/.{8}/g) ?? []).map((byte) => String.fromCharCode(Number.parseInt(byte, 2)));
  const text = letters.join('');
  return /^[\x20-\x7e\s]+$/.test(text) ? text : '';
}
