/*
 * Reads the frontmatter that most skills have, `key: value` on each line and nothing special in any value, without the
 * YAML reader, which takes longer than all the rest of a listing. Where a line could mean anything else to that reader,
 * this one does not answer.
 */

import type { Frontmatter } from './skill.js';

/** The map that a YAML reader gives which leaves every scalar as text; undefined where only such a reader can tell. */
export function readPlainMap(text: string): Frontmatter | undefined {
  if (!plainCharacters.test(text)) return undefined;
  const map: Record<string, string> = {};
  let lines = 0;
  for (let start = 0; start < text.length; lines += 1) {
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found;
    const colon = text.indexOf(': ', start);
    if (colon === -1 || colon >= end || lines === maxLines) return undefined;
    const key = text.slice(start, colon);
    const value = text.slice(colon + 2, end);
    if (!plainKey.test(key) || !isPlainValue(value) || Object.hasOwn(map, key)) return undefined;
    map[key] = value;
    start = end + 1;
  }
  return lines === 0 ? undefined : map;
}

const maxLines = 1000;

/** No tabs, line breaks of other kinds, halves of characters, or what YAML does not allow at all. */
const plainCharacters = /^[\n -~\u00a0-\u1fff\u2010-\u2027\u2030-\ud7ff\ue000-\ufefe\uff00-\ufffd]*$/;

const plainKey = /^[A-Za-z][\w-]{0,99}$/;

/** No quotes, lists, blocks, tags, aliases or empty values, which begin otherwise; no comment and no second key. */
function isPlainValue(value: string): boolean {
  return (
    /^[A-Za-z\u00c0-\u1fff\u3041-\ud7ff]/.test(value) &&
    !value.includes(': ') &&
    !value.includes(' #') &&
    !value.endsWith(':') &&
    !value.endsWith(' ') &&
    !value.endsWith('\u00a0')
  );
}
