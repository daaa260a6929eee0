/*
 * What every command does that works with evidence: store what hooks have left, decide anew which skills the names in
 * the transcripts mean, and tell the usage store how often each was used.
 */

import type { CoppiceError } from '../text/errors.js';
import type { UsageStore } from '../usage/store.js';
import { feedUsage } from './feed-usage.js';
import { type FoldDeps, type Folded, foldSpool } from './live/fold.js';
import { type KnownSkill, skillResolver } from './skill-names.js';
import type { EvidenceStore } from './store/evidence-store.js';

export interface TakeInDeps extends FoldDeps {
  readonly store: EvidenceStore;
  readonly usage: Pick<UsageStore, 'all' | 'get' | 'setSource'>;
  readonly userHome: string;
  /** In the order of their precedence. */
  readonly skills: readonly KnownSkill[];
  readonly now: number;
}

export interface TakenIn extends Folded {
  /** Why the usage store could not be told; it is told the next time. */
  readonly usageError: CoppiceError | undefined;
}

export function takeIn(deps: TakeInDeps): TakenIn {
  const folded = foldSpool(deps);
  resolveMentions(deps);
  return { ...folded, usageError: feedUsage(deps.store, deps.usage, deps.now) };
}

/** A mention that no root holds any more means what it meant, under the name that skill has now. */
function resolveMentions({ store, usage, userHome, skills }: TakeInDeps): void {
  const resolve = skillResolver(skills, userHome);
  const resolutions = store.mentions().flatMap(({ ref, name, folder, skill }) => {
    const found = resolve(folder === '' ? { name } : { name, folder });
    const meant = found ?? (skill === null ? undefined : (usage.get(skill)?.id ?? skill));
    return meant === undefined || meant === skill ? [] : [{ ref, skill: meant }];
  });
  if (resolutions.length > 0) store.resolve(resolutions);
}
