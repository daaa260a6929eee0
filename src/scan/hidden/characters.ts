/*
 * Characters that are not seen, or that change how others are: where a script or an emoji needs them they stay
 * unmentioned, elsewhere each file is told once per kind, at the first place.
 */

import type { ScanSeverity } from '../finding.js';
import type { PreparedFile } from '../prepare.js';
import type { HiddenRule } from './rules.js';
import type { RuleMatch } from './sighting.js';

export function findCharacters(file: PreparedFile): readonly RuleMatch[] {
  const marked = file.unusual.flatMap((index) => {
    const line = file.lines[index] ?? '';
    const text = index === 0 ? line.replace(byteOrderMark, '') : line;
    return suspicious.test(line) ? [{ line: index + 1, text }] : [];
  });
  return kinds.flatMap(({ rule, severity, what, pattern }) => {
    const places = marked.flatMap(({ line, text }) => {
      const count = text.match(pattern)?.length ?? 0;
      return count > 0 ? [{ line, text, count }] : [];
    });
    const [first] = places;
    if (!first) return [];
    const count = places.reduce((sum, place) => sum + place.count, 0);
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
 * Joiners belong into emoji and into scripts that join or stack letters; a zero-width space parts words where a script
 * writes none. Those beside a space or at the end of a line are debris of copying.
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
    what: 'Override of the direction of writing',
    pattern: /[\u202d\u202e]/g,
  },
  {
    rule: 'bidi',
    severity: 'high',
    what: 'Change of direction in a line without right-to-left letter',
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
