/*
 * Selects the best of many scores without sorting them all. Higher is better; among equal scores the lower index comes
 * first, so that the result depends only on the scores.
 */

/** The indexes of the best scores, best first, without scores of 0 and indexes that are not accepted. */
export function topScores(
  scores: ArrayLike<number>,
  limit: number,
  accept: (index: number) => boolean = () => true,
): readonly number[] {
  if (limit < 1) return [];
  const found: number[] = [];
  let lowest = 0;
  for (let index = 0; index < scores.length; index++) {
    const score = scores[index] ?? 0;
    if (score <= lowest || !accept(index)) continue;
    let at = found.length;
    while (at > 0 && (scores[found[at - 1] ?? 0] ?? 0) < score) at--;
    found.splice(at, 0, index);
    if (found.length > limit) found.pop();
    if (found.length === limit) lowest = scores[found[limit - 1] ?? 0] ?? 0;
  }
  return found;
}
