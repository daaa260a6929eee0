/*
 * The verdicts that are known already: of the same scanner, and of packages in which no stat has changed since. It scans
 * nothing and reads no skill; whoever finds nothing here asks verdicts.ts.
 */

import type { Suppression } from '../../scan/findings/finding.js';
import { type Clock, systemClock } from '../../system/clock.js';
import { unlessRefused } from '../../text/errors.js';
import { sha256Hex } from '../../text/hash.js';
import { type ListedPackage, listScannedPackage } from '../folders/scanned-package.js';
import { isWithheld, type SkillVerdict } from '../rules/verdict.js';
import { acceptedDigests } from './acceptances.js';
import { type JudgedSkill, linkedSkillStat } from './judged-skill.js';
import { type PackageStamp, packageStamp } from './package-identity.js';
import { scannerIdentity } from './scanner-identity.js';
import {
  type CachedVerdict,
  type CachedVerdicts,
  type CacheLocation,
  readShard,
  shardNames,
  shardOf,
} from './verdict-cache.js';

export interface VerdictLibrary extends CacheLocation {
  /** Whether the cache may be written. */
  readonly writesCaches: boolean;
  /** Of the user; none by default. */
  readonly suppressions?: readonly Suppression[] | undefined;
}

export interface KnownVerdicts {
  /** By id. */
  readonly verdicts: ReadonlyMap<string, SkillVerdict>;
  /** The skills that have to be looked at. */
  readonly others: readonly JudgedSkill[];
}

export function knownVerdicts(
  library: VerdictLibrary,
  skills: readonly JudgedSkill[],
  realTime: Clock = systemClock,
): KnownVerdicts {
  const cache = new VerdictLookup(library, realTime.now());
  const verdicts = new Map<string, SkillVerdict>();
  const others: JudgedSkill[] = [];
  const cached = skills.length > shardNames.length ? cache.everything() : undefined;
  for (const skill of skills) {
    const known = unlessRefused(() => cache.find(skill, cached?.get(skill.folder)).current);
    if (known === undefined) others.push(skill);
    else addVerdict(verdicts, skill.id, cache.shown(known));
  }
  return { verdicts, others };
}

/** An archived skill may have the id of another, and the milder verdict must not hide the worse. */
export function addVerdict(verdicts: Map<string, SkillVerdict>, id: string, verdict: SkillVerdict): void {
  const before = verdicts.get(id);
  if (before === undefined || !isWithheld(before)) verdicts.set(id, verdict);
}

/** What the cache has on a package as it is now. */
export interface FoundVerdict {
  readonly listed: ListedPackage;
  readonly stamp: PackageStamp;
  readonly rules: string;
  /** Of the same rules; the bytes may have changed since. */
  readonly cached: CachedVerdict | undefined;
  /** The same, if nothing has changed since. */
  readonly current: CachedVerdict | undefined;
}

export class VerdictLookup {
  readonly #library: VerdictLibrary;
  readonly #startedMs: number;
  readonly #shards = new Map<string, CachedVerdicts>();
  #accepted: ReturnType<typeof acceptedDigests> | undefined;

  constructor(library: VerdictLibrary, startedMs: number) {
    this.#library = library;
    this.#startedMs = startedMs;
  }

  /** `before` is what the cache has on its folder, for whoever has looked there. */
  find(skill: JudgedSkill, before = this.#cached(skill)): FoundVerdict {
    const { files } = this.#library;
    const { folder } = skill;
    const rules = this.rulesFor(skill);
    const listed = listScannedPackage(files, folder);
    const stamp = packageStamp(listed, linkedSkillStat(files, skill, listed), this.#startedMs);
    const cached = before?.rules === rules ? before : undefined;
    const current = cached?.isSettled && cached.stamp === stamp.text ? cached : undefined;
    return { listed, stamp, rules, cached, current };
  }

  /** By the folders of the skills: with many of them, all files of the cache are read anyway. */
  everything(): CachedVerdicts {
    return new Map(shardNames.flatMap((name) => [...this.shard(name)]));
  }

  #cached({ folder }: JudgedSkill): CachedVerdict | undefined {
    return this.shard(shardOf(folder)).get(folder);
  }

  shown({ verdict, digest, findings }: Pick<CachedVerdict, 'verdict' | 'digest' | 'findings'>): SkillVerdict {
    return { verdict, digest, findings, accepted: verdict === 'block' ? this.acceptanceOf(digest) : null };
  }

  shard(name: string): CachedVerdicts {
    const read = this.#shards.get(name) ?? readShard(this.#library, name);
    this.#shards.set(name, read);
    return read;
  }

  rulesFor(skill: JudgedSkill): string {
    const suppressions = this.suppressionsOf(skill);
    if (suppressions.length === 0) return scannerIdentity;
    return sha256Hex(JSON.stringify([scannerIdentity, suppressions]));
  }

  suppressionsOf(skill: JudgedSkill): readonly Suppression[] {
    const { suppressions = [] } = this.#library;
    if (suppressions.length === 0) return suppressions;
    const known = namesOf(skill);
    return suppressions.filter((each) => each.skill === undefined || known.includes(each.skill));
  }

  acceptanceOf(digest: string) {
    this.#accepted ??= acceptedDigests(this.#library);
    return this.#accepted.get(digest) ?? null;
  }
}

/** What a suppression may call the skill. */
export function namesOf({ id, name, folder }: JudgedSkill): readonly string[] {
  return [id, name, folder];
}
