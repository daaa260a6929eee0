/*
 * Exact copies of skills across roots, and what becomes of them: one is kept, and each other is archived, with a link to
 * the kept one in its place where an agent would lose the skill. Nothing is lost: the copies are in the archive, their
 * usage records stay, and one undo takes the run back.
 */

import type { ReadingAgent } from '../../library/doctor/inspect-agent.js';
import type { Library } from '../../library/open-library.js';
import { readCatalog } from '../../library/read/catalog.js';
import { type Copies, copiesAmong } from '../../library/rules/copies.js';
import type { SkillEntry } from '../../library/rules/entry.js';
import { managedProvenance } from '../../library/rules/root.js';
import { archiveSkills } from '../../library/write/archive.js';
import type { WriteDeps } from '../../library/write/write-target.js';
import { skillDigest } from '../../skill/digest.js';
import { CoppiceError, sentenceOf, unlessRefused } from '../../text/errors.js';
import { sha256Hex } from '../../text/hash.js';
import { presentAgents } from '../status/present-agents.js';

export interface CopyGroup {
  readonly name: string;
  readonly digest: string;
  readonly kept: string;
  readonly copies: readonly PlannedCopy[];
}

interface PlannedCopy {
  readonly id: string;
  readonly path: string;
  /** link: archived, with a link in its place; none: left as it is. */
  readonly act: 'archive' | 'link' | 'none';
  readonly reason: string;
}

export interface DedupePlan {
  readonly groups: readonly CopyGroup[];
  /** The number of copies that would be archived. */
  readonly changes: number;
  apply(deps: WriteDeps, run: string): Promise<readonly DedupedCopy[]>;
}

export interface DedupedCopy {
  readonly id: string;
  readonly entry: string | null;
  readonly error: string | null;
}

/** `keep`: the label of a root whose copies are kept. */
export function planDedupe(library: Library, keep?: string): DedupePlan {
  const inspected = presentAgents(library);
  const found = exactCopies(library, keep);
  const planned = found.flatMap((group) =>
    group.others.map((entry) => ({ entry, group, ...actFor(library, inspected, group, entry) })),
  );
  const changing = planned.filter(({ act }) => act !== 'none');
  return {
    groups: found.map((group) => ({
      name: group.name,
      digest: group.digest,
      kept: group.kept.id,
      copies: planned
        .filter((one) => one.group === group)
        .map(({ entry: { id, path }, act, reason }) => ({ id, path, act, reason })),
    })),
    changes: changing.length,
    apply: async (deps, run) => {
      const requests = changing.map(({ entry, group, act }) => ({
        target: entry,
        reason: `an exact copy of ${group.kept.id}`,
        expectedDigest: group.digest,
        ...(act === 'link' && { linkTo: library.files.realPath(group.kept.folder) ?? group.kept.folder }),
      }));
      const outcomes = await archiveSkills(deps, requests, { actor: 'user', run });
      return changing.map(({ entry: { id } }, at): DedupedCopy => {
        const outcome = outcomes[at];
        if (outcome?.kind === 'committed') return { id, entry: outcome.entry.id, error: null };
        const error = outcome?.kind === 'failed' ? outcome.error : undefined;
        return { id, entry: null, error: error instanceof Error ? sentenceOf(error) : 'it was not changed' };
      });
    },
  };
}

/** Groups of exact copies, each with the one to keep. */
export function exactCopies(library: Library, keep: string | undefined): readonly Copies<SkillEntry>[] {
  const { files, roots } = library;
  if (keep !== undefined && !roots.some(({ label }) => label === keep)) {
    throw new CoppiceError('bad-value', `--keep cannot be ${keep}`, {
      hint: `use the label of a root: ${roots.map(({ label }) => label).join(', ')}`,
    });
  }
  const { skills, hidden } = readCatalog(library);
  const order = new Map(roots.map(({ label }, at) => [label, at]));
  const entries = [...skills, ...hidden.map(({ entry }) => entry)]
    .filter(({ root, folder }) => managedProvenance(root, folder) === undefined)
    .sort((a, b) => (order.get(a.root.label) ?? 0) - (order.get(b.root.label) ?? 0));
  const counts = new Map<string, number>();
  for (const { name } of entries) counts.set(name, (counts.get(name) ?? 0) + 1);
  const digests = new Map(
    entries
      .filter(({ name }) => (counts.get(name) ?? 0) > 1)
      .map(({ id, folder }) => [id, unlessRefused(() => skillDigest(folder, files, sha256Hex))]),
  );
  const digestOf = (id: string) => {
    const outcome = digests.get(id);
    return outcome?.kind === 'digest' ? outcome.digest : undefined;
  };
  return copiesAmong(entries, digestOf, keep);
}

function actFor(
  { files, usage }: Library,
  inspected: readonly ReadingAgent[],
  { kept }: Copies<SkillEntry>,
  entry: SkillEntry,
): Pick<PlannedCopy, 'act' | 'reason'> {
  const { root, folder, id, pinned } = entry;
  if (pinned || (usage.get(id)?.pinLevel ?? 'none') !== 'none')
    return { act: 'none', reason: 'it is pinned' };
  const isPlain = unlessRefused(() => files.stat(folder, { follow: false }))?.kind === 'folder';
  if (folder === root.path || !isPlain) return { act: 'none', reason: 'its folder cannot be moved' };
  const reads = ({ roots }: ReadingAgent, path: string) => roots.some((read) => read.path === path);
  const losing = inspected.filter((one) => reads(one, root.path) && !reads(one, kept.root.path));
  return losing.length === 0
    ? { act: 'archive', reason: 'every agent that reads it reads the kept one too' }
    : { act: 'link', reason: `${losing.map(({ agent }) => agent.title).join(', ')} would lose it` };
}
