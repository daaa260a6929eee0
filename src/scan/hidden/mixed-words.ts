/*
 * Words in which letters of another script pass for Latin ones. In an address, a name or a command that is never an
 * accident worth keeping; in prose it may be a slip of the keyboard.
 */

import type { PreparedFile } from '../prepare.js';
import { inLatin, mixedWords } from './look-alikes.js';
import type { RuleMatch } from './sighting.js';

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
        why: `This looks like "${inLatin(word)}" and is written with letters of another script.`,
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
