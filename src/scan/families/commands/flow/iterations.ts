/*
 * Functions without a body of their own that are called with each element of something: `entries.map(([k, v]) => ...)`,
 * `map(lambda p: ..., items)`. Their parameters get what the elements hold.
 */

import type { Part } from '../../../code/expression.js';

export interface Iteration {
  readonly targets: readonly Part[];
  readonly from: readonly Part[];
}

const maxNesting = 12;

/** Methods and functions that call another with each element. */
export const iterates =
  /(?:^|\.)(?:forEach|map|filter|reduce|flatMap|then|some|every|find|sort|each|each_pair|collect|select|sorted|flat_map)$/;

export function iterationsIn(parts: readonly Part[], depth = 0): readonly Iteration[] {
  if (depth > maxNesting) return [];
  return parts.flatMap(({ group, inside }, at): readonly Iteration[] => {
    if (inside !== undefined) return iterationsIn(inside, depth + 1);
    if (group === undefined) return [];
    const found = iterationsIn(group.parts, depth + 1);
    if (group.of === undefined || group.open !== '(' || !iterates.test(group.of)) return found;
    const own = ofArrow(group.parts, parts.slice(0, at)) ?? ofLambda(group.parts);
    return own === undefined ? found : [own, ...found];
  });
}

/** The elements are those of what is before the call. */
function ofArrow(parts: readonly Part[], before: readonly Part[]): Iteration | undefined {
  const arrow = parts.findIndex(({ kind, text }) => kind === 'mark' && text === '=>');
  if (arrow <= 0) return undefined;
  const start = before.findLastIndex(({ kind, text }) => kind === 'mark' && /^(?:=|,|=>|:|\+=)$/.test(text));
  return { targets: parts.slice(0, arrow), from: before.slice(start + 1) };
}

/** The elements are those of the other arguments. */
function ofLambda(parts: readonly Part[]): Iteration | undefined {
  const start = parts.findIndex(({ kind, text }) => kind === 'name' && text === 'lambda');
  if (start === -1) return undefined;
  const colon = parts.findIndex(({ kind, text }, at) => at > start && kind === 'mark' && text === ':');
  const end = parts.findIndex(({ kind, text }, at) => at > colon && kind === 'mark' && text === ',');
  if (colon === -1) return undefined;
  const others = [...parts.slice(0, start), ...(end === -1 ? [] : parts.slice(end))];
  return { targets: parts.slice(start + 1, colon), from: others };
}
