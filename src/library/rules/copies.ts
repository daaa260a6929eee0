/*
 * Exact copies: packages with the same name and the same content in several roots. The first one in the order of
 * precedence is kept, unless a root is named; the others can be archived, or replaced by a link to it.
 */

import type { SkillEntry } from './entry.js';

export interface Copies<Entry> {
  readonly name: string;
  readonly digest: string;
  readonly kept: Entry;
  readonly others: readonly Entry[];
}

type Copied = Pick<SkillEntry, 'id' | 'name' | 'root'>;

/** `entries` in the order of precedence; those without a digest are copies of nothing. */
export function copiesAmong<Entry extends Copied>(
  entries: readonly Entry[],
  digestOf: (id: string) => string | undefined,
  keep?: string,
): readonly Copies<Entry>[] {
  const groups = new Map<string, { readonly digest: string; readonly members: Entry[] }>();
  for (const entry of entries.filter(isOwn)) {
    const digest = digestOf(entry.id);
    if (digest === undefined) continue;
    const group = groups.get(`${entry.name} ${digest}`);
    if (group === undefined) groups.set(`${entry.name} ${digest}`, { digest, members: [entry] });
    else if (!group.members.some(({ id }) => id === entry.id)) group.members.push(entry);
  }
  return [...groups.values()].flatMap(({ digest, members }) => {
    const [first] = members;
    const kept = members.find(({ root }) => root.label === keep) ?? first;
    if (kept === undefined || members.length < 2) return [];
    return [{ name: kept.name, digest, kept, others: members.filter((entry) => entry !== kept) }];
  });
}

/** A project's copy is in its repository, and a plugin's or an external one is written by others. */
function isOwn({ root }: Copied): boolean {
  return root.kind === 'home' || root.kind === 'user' || root.kind === 'given';
}
