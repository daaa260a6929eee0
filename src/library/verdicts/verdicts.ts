/*
 * The verdicts of the scanner on the skills of a library. A verdict is computed once for the same content and the same
 * rules: a package whose stats have not changed is not even read, one with the same bytes is not scanned again.
 *
 * What is handed to an agent is judged with the very bytes that are handed out (`handedOut`), so that a file that changes
 * between the scan and the hand-out cannot slip through.
 */

import { basename } from 'node:path';
import type { ScannedPackage } from '../../scan/package/prepare.js';
import { type ScanResult, scanSkill } from '../../scan/scan.js';
import { type Clock, systemClock } from '../../system/clock.js';
import { CoppiceError, sentenceOf, unlessRefused } from '../../text/errors.js';
import { decodePlainText } from '../../text/utf8.js';
import {
  type ListedPackage,
  listScannedPackage,
  maxFileBytes,
  readListedPackage,
} from '../folders/scanned-package.js';
import type { SkillEntry } from '../rules/entry.js';
import { maxVerdictFindings, type SkillVerdict } from '../rules/verdict.js';
import { type JudgedSkill, linkedSkillStat } from './judged-skill.js';
import { addVerdict, namesOf, type VerdictLibrary, VerdictLookup } from './known-verdicts.js';
import { packageDigest, packageStamp } from './package-identity.js';
import {
  type CachedVerdict,
  type CachedVerdicts,
  isFlagged,
  readFlagged,
  shardOf,
  writeFlagged,
  writeShard,
} from './verdict-cache.js';

export interface VerdictRequest {
  readonly skills: readonly JudgedSkill[];
  /** When this time is spent, no further skill is looked at; no limit by default. */
  readonly budgetMs?: number;
  /** Real time, even if the command has a fixed clock. */
  readonly realTime?: Clock;
  /** Called after each skill. */
  readonly onProgress?: (done: number, total: number) => void;
}

export interface Verdicts {
  /** By id. */
  readonly verdicts: ReadonlyMap<string, SkillVerdict>;
  /** How many skills have none, because the budget was spent. */
  readonly left: number;
}

export function verdictsOf(library: VerdictLibrary, request: VerdictRequest): Verdicts {
  const { skills, budgetMs = Number.POSITIVE_INFINITY, realTime = systemClock, onProgress } = request;
  const startedMs = realTime.now();
  const judge = new Judge(library, startedMs);
  const verdicts = new Map<string, SkillVerdict>();
  let left = 0;
  for (const skill of skills) {
    if (realTime.now() - startedMs >= budgetMs) left += 1;
    else {
      addVerdict(verdicts, skill.id, judge.verdictOf(skill));
      onProgress?.(verdicts.size, skills.length);
    }
  }
  judge.save();
  return { verdicts, left };
}

/** Bytes that an agent is given, or that shall be written, by their paths in the package. */
type GivenFiles = ReadonlyMap<string, Uint8Array>;

/** The verdict on one skill now; on the given bytes of its files, where there are any. */
export function verdictOf(library: VerdictLibrary, skill: JudgedSkill, handedOut?: GivenFiles): SkillVerdict {
  const judge = new Judge(library, systemClock.now());
  const verdict = judge.verdictOf(skill, handedOut);
  judge.save();
  return verdict;
}

/** The verdict on a skill as it would be after a change; it may not exist yet. */
export function verdictAfter(library: VerdictLibrary, skill: JudgedSkill, changed: GivenFiles): SkillVerdict {
  return new Judge(library, systemClock.now()).verdictAfter(skill, changed);
}

/** The verdict on what a listing says about a skill, for one that was not scanned as a whole yet. */
export function verdictOnWords(
  library: VerdictLibrary,
  skill: JudgedSkill & Pick<SkillEntry, 'description'>,
): SkillVerdict {
  const text = `---\nname: ${JSON.stringify(skill.name)}\ndescription: ${JSON.stringify(skill.description)}\n---\n`;
  const words = new Map([['SKILL.md', new TextEncoder().encode(text)]]);
  return new Judge(library, systemClock.now()).verdictOnFiles(skill, words);
}

/** All findings on a skill, scanned now whatever the cache says; the verdict is stored. */
export function scanAgain(
  library: VerdictLibrary,
  skill: JudgedSkill,
): ScanResult & Pick<SkillVerdict, 'accepted'> {
  const judge = new Judge(library, systemClock.now());
  const result = judge.scanAgain(skill);
  judge.save();
  return result;
}

class Judge {
  readonly #library: VerdictLibrary;
  readonly #startedMs: number;
  readonly #cache: VerdictLookup;
  readonly #changed = new Set<string>();
  readonly #seen = new Map<string, CachedVerdict>();

  constructor(library: VerdictLibrary, startedMs: number) {
    this.#library = library;
    this.#startedMs = startedMs;
    this.#cache = new VerdictLookup(library, startedMs);
  }

  verdictOf(skill: JudgedSkill, handedOut?: GivenFiles): SkillVerdict {
    return this.#unlessUnreadable(() => this.#judged(skill, handedOut));
  }

  verdictAfter(skill: JudgedSkill, changed: GivenFiles): SkillVerdict {
    const { files } = this.#library;
    if (files.stat(skill.folder) === undefined) return this.verdictOnFiles(skill, changed);
    return this.#unlessUnreadable(() => {
      const listed = listScannedPackage(files, skill.folder);
      const scanned = withFiles(this.#readPackage(skill, listed), changed);
      return { ...judgedBy(this.#scan(skill, scanned)), digest: packageDigest(scanned, listed.files) };
    });
  }

  verdictOnFiles(skill: JudgedSkill, given: GivenFiles): SkillVerdict {
    return this.#unlessUnreadable(() => {
      const scanned = withFiles({ name: basename(skill.folder), files: [] }, given);
      return { ...judgedBy(this.#scan(skill, scanned)), digest: packageDigest(scanned, []) };
    });
  }

  scanAgain(skill: JudgedSkill): ScanResult & Pick<SkillVerdict, 'accepted'> {
    const { files } = this.#library;
    const listed = listScannedPackage(files, skill.folder);
    const stamp = packageStamp(listed, linkedSkillStat(files, skill, listed), this.#startedMs);
    const scanned = this.#readPackage(skill, listed);
    const digest = packageDigest(scanned, listed.files);
    const result = this.#scan(skill, scanned);
    const { text, isSettled } = stamp;
    this.#keep(skill.folder, {
      ...judgedBy(result),
      stamp: text,
      isSettled,
      digest,
      rules: this.#cache.rulesFor(skill),
    });
    return { ...result, accepted: result.verdict === 'block' ? this.#cache.acceptanceOf(digest) : null };
  }

  #unlessUnreadable(judged: () => Pick<CachedVerdict, 'verdict' | 'digest' | 'findings'>): SkillVerdict {
    try {
      return this.#cache.shown(judged());
    } catch (error) {
      if (!(error instanceof CoppiceError)) throw error;
      return { verdict: null, digest: null, findings: [], accepted: null, error: sentenceOf(error) };
    }
  }

  /** A verdict that cannot be stored is computed again next time. */
  save(): void {
    if (!this.#library.writesCaches) return;
    for (const shard of this.#changed) writeShard(this.#library, shard, this.#cache.shard(shard));
    const before = readFlagged(this.#library);
    const flagged = new Map([...before].filter(([folder]) => this.#seen.has(folder) || this.#exists(folder)));
    for (const [folder, cached] of this.#seen) {
      if (isFlagged(cached)) flagged.set(folder, cached);
      else flagged.delete(folder);
    }
    if (!isSameList(before, flagged)) writeFlagged(this.#library, flagged);
  }

  #exists(folder: string): boolean {
    return unlessRefused(() => this.#library.files.stat(folder)) !== undefined;
  }

  #judged(skill: JudgedSkill, handedOut: GivenFiles = new Map()): Omit<CachedVerdict, 'stamp' | 'isSettled'> {
    const { folder } = skill;
    const { listed, stamp, rules, cached, current } = this.#cache.find(skill);
    if (current !== undefined && handedOut.size === 0) {
      this.#seen.set(folder, current);
      return current;
    }
    const asOnDisk = this.#readPackage(skill, listed);
    const scanned = withFiles(asOnDisk, handedOut);
    const digest = packageDigest(scanned, listed.files);
    const judged =
      cached?.digest === digest ? cached : { ...judgedBy(this.#scan(skill, scanned)), digest, rules };
    if (digest === packageDigest(asOnDisk, listed.files))
      this.#keep(folder, { ...judged, stamp: stamp.text, isSettled: stamp.isSettled });
    return judged;
  }

  #readPackage({ path }: JudgedSkill, listed: ListedPackage): ScannedPackage {
    const { files } = this.#library;
    const scanned = readListedPackage(files, listed);
    const name = basename(path);
    const own = scanned.files.find((file) => file.path === name);
    const behindLink = own?.kind === 'link' ? files.read(path, { maxBytes: maxFileBytes + 1 }) : undefined;
    return behindLink === undefined ? scanned : withFiles(scanned, new Map([[name, behindLink.bytes]]));
  }

  #scan(skill: JudgedSkill, scanned: ScannedPackage): ScanResult {
    return scanSkill(scanned, { suppressions: this.#cache.suppressionsOf(skill), knownAs: namesOf(skill) });
  }

  #keep(folder: string, cached: CachedVerdict): void {
    const shard = shardOf(folder);
    this.#seen.set(folder, cached);
    const before = this.#cache.shard(shard).get(folder);
    if (before !== undefined && JSON.stringify(before) === JSON.stringify(cached)) return;
    this.#cache.shard(shard).set(folder, cached);
    this.#changed.add(shard);
  }
}

/** What is stored of a scan. */
function judgedBy({ verdict, findings }: ScanResult): Pick<CachedVerdict, 'verdict' | 'findings'> {
  const standing = findings.filter(({ suppressed }) => suppressed === undefined);
  return {
    verdict,
    findings: standing
      .slice(0, maxVerdictFindings)
      .map(({ rule, severity, confidence, file, line = null, excerpt, why }) => {
        return { rule, severity, confidence, file, line, excerpt, why };
      }),
  };
}

/** The package as if its files had these bytes; a link becomes the file that it leads to. */
function withFiles({ name, files }: ScannedPackage, given: GivenFiles): ScannedPackage {
  if (given.size === 0) return { name, files };
  const others = files.filter(({ path }) => !given.has(path));
  const replaced = [...given].map(([path, bytes]) => {
    // The scanner reads no more; of text, the rest may be an instruction.
    if (
      bytes.length > maxFileBytes &&
      decodePlainText(bytes.subarray(0, maxFileBytes), { stream: true }) !== undefined
    )
      throw tooLarge(path);
    const isExecutable = files.find((file) => file.path === path)?.isExecutable ?? false;
    return {
      path,
      kind: 'file',
      bytes: bytes.subarray(0, maxFileBytes),
      sizeBytes: bytes.length,
      isExecutable,
    } as const;
  });
  return { name, files: [...others, ...replaced].sort((a, b) => (a.path < b.path ? -1 : 1)) };
}

function tooLarge(path: string): CoppiceError {
  return new CoppiceError('too-large', `${path} is larger than the ${maxFileBytes} bytes that are scanned`, {
    hint: 'split it into smaller files',
  });
}

function isSameList(one: CachedVerdicts, other: CachedVerdicts): boolean {
  return JSON.stringify([...one]) === JSON.stringify([...other]);
}
