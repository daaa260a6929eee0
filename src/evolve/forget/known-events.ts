/*
 * What is no longer in the evidence must not be quoted elsewhere. Asking what is still there, and not what a purge has
 * just removed, lets a purge finish what an earlier one was kept from.
 */

/** Which of these events are still there; of a purge that is only tried, which would be. */
export type KnownEvents = (ids: readonly string[]) => ReadonlySet<string>;

/** Whether any event that is cited is gone. `all` are those that will be asked about, which are looked up at once. */
export function goneAmong(known: KnownEvents, all: readonly string[]): (cited: readonly string[]) => boolean {
  const there = known([...new Set(all)]);
  return (cited) => cited.some((id) => !there.has(id));
}
