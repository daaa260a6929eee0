/*
 * The few best of many without sorting the many. Higher is better; among equals the lower number comes first, so
 * that the answer never depends on anything but the scores.
 */

/** The places of the best scores, best first. What scores nothing is never among them, nor what is not accepted. */
export function topScores(
  scores: ArrayLike<number>,
  limit: number,
  accept: (place: number) => boolean = () => true,
): readonly number[] {
  if (limit < 1) return [];
  const found: number[] = [];
  let least = 0;
  for (let place = 0; place < scores.length; place++) {
    const score = scores[place] ?? 0;
    if (score <= least || !accept(place)) continue;
    let at = found.length;
    while (at > 0 && (scores[found[at - 1] ?? 0] ?? 0) < score) at--;
    found.splice(at, 0, place);
    if (found.length > limit) found.pop();
    if (found.length === limit) least = scores[found[limit - 1] ?? 0] ?? 0;
  }
  return found;
}
