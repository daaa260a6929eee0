/*
 * What an entry of the ledger changed, in its two parts: lines about a move, a fact or a setting, and a unified diff.
 */

export function splitChanges(diff: string): { readonly plain: string; readonly patch: string } {
  const start = /^--- .*\n\+\+\+ /m.exec(diff)?.index ?? diff.length;
  return { plain: diff.slice(0, start).trimEnd(), patch: diff.slice(start) };
}
