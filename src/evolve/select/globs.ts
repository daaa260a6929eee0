/*
 * Patterns of names: `*` for any characters, `?` for one, upper and lower case alike. Nothing else is special, so that
 * a pattern can neither be malformed nor take more than linear time.
 */

export function matchesAny(patterns: readonly string[], name: string): boolean {
  return patterns.some((pattern) => matches([...pattern.toLowerCase()], [...name.toLowerCase()]));
}

function matches(pattern: readonly string[], name: readonly string[]): boolean {
  let at = 0;
  let index = 0;
  let star = -1;
  let starIndex = 0;
  while (index < name.length) {
    if (at < pattern.length && (pattern[at] === '?' || pattern[at] === name[index]) && pattern[at] !== '*') {
      at += 1;
      index += 1;
    } else if (pattern[at] === '*') {
      star = at;
      starIndex = index;
      at += 1;
    } else if (star !== -1) {
      // The last star takes one more, and the rest is tried again.
      at = star + 1;
      starIndex += 1;
      index = starIndex;
    } else return false;
  }
  return pattern.slice(at).every((character) => character === '*');
}
