/*
 * The cache of verdicts, by the folder of the skill: its stamp and digest when it was scanned, and what was found. It is
 * in several files, each with the folders whose hash begins with its digit, so that one skill is judged without reading
 * the verdicts of all. A file that cannot be used counts as missing, and so does each entry of another form.
 *
 * Beside it is a short list of the skills at warn and block, which is all that a listing reads.
 */

import { confidences, scanSeverities, type Verdict, verdicts } from '../../scan/findings/finding.js';
import { unseal, writeSealedCache } from '../../system/cache-file.js';
import type { Files } from '../../system/files.js';
import { homePaths } from '../../system/home.js';
import { unlessRefused } from '../../text/errors.js';
import { sha256Hex } from '../../text/hash.js';
import { parseJson } from '../../text/json.js';
import { isObject } from '../../text/shape.js';
import { maxVerdictFindings, type VerdictFinding } from '../rules/verdict.js';

export interface CachedVerdict {
  readonly stamp: string;
  /** Whether an equal stamp proves that nothing has changed. */
  readonly isSettled: boolean;
  readonly digest: string;
  /** The rules of the scanner and the suppressions that the verdict depends on. */
  readonly rules: string;
  readonly verdict: Verdict;
  readonly findings: readonly VerdictFinding[];
}

/** By the folders of the skills. */
export type CachedVerdicts = Map<string, CachedVerdict>;

export interface CacheLocation {
  readonly files: Files;
  readonly home: string;
}

/** The file of the cache that has a folder, by its name. */
export function shardOf(folder: string): string {
  return sha256Hex(folder).slice(0, 1);
}

/** All of them, for whoever asks for many. */
export const shardNames: readonly string[] = [...'0123456789abcdef'];

export function readShard({ files, home }: CacheLocation, shard: string): CachedVerdicts {
  return readVerdicts(files, homePaths(home).verdictCache(shard));
}

/** Folders that are gone are left out. */
export function writeShard({ files, home }: CacheLocation, shard: string, cached: CachedVerdicts): void {
  const existing = [...cached].filter(([folder]) => unlessRefused(() => files.stat(folder)) !== undefined);
  writeVerdicts(files, homePaths(home).verdictCache(shard), new Map(existing));
}

export function readFlagged({ files, home }: CacheLocation): CachedVerdicts {
  return readVerdicts(files, homePaths(home).flaggedCache);
}

export function writeFlagged({ files, home }: CacheLocation, flagged: CachedVerdicts): void {
  writeVerdicts(files, homePaths(home).flaggedCache, flagged);
}

/** What a listing shows. */
export function isFlagged({ verdict }: Pick<CachedVerdict, 'verdict'>): boolean {
  return verdict === 'warn' || verdict === 'block';
}

function readVerdicts(files: Files, path: string): CachedVerdicts {
  const bytes = unlessRefused(() => files.read(path))?.bytes;
  const text = bytes && unseal(bytes);
  const stored = text === undefined ? undefined : parseJson(text);
  if (!isObject(stored)) return new Map();
  return new Map(
    Object.entries(stored).flatMap(([folder, value]) => {
      const verdict = cachedVerdict(value);
      return verdict === undefined ? [] : [[folder, verdict]];
    }),
  );
}

function writeVerdicts(files: Files, path: string, cached: CachedVerdicts): void {
  writeSealedCache(files, path, `${JSON.stringify(Object.fromEntries(cached))}\n`);
}

function cachedVerdict(value: unknown): CachedVerdict | undefined {
  if (!isObject(value)) return undefined;
  const { stamp, isSettled, digest, rules, findings } = value;
  const verdict = verdicts.find((each) => each === value['verdict']);
  if (verdict === undefined || !isText(stamp) || !isText(digest) || !isText(rules)) return undefined;
  if (typeof isSettled !== 'boolean' || !Array.isArray(findings)) return undefined;
  const read = findings.slice(0, maxVerdictFindings).map(cachedFinding);
  const whole = read.flatMap((finding) => finding ?? []);
  return whole.length === read.length
    ? { stamp, isSettled, digest, rules, verdict, findings: whole }
    : undefined;
}

function cachedFinding(value: unknown): VerdictFinding | undefined {
  if (!isObject(value)) return undefined;
  const { rule, file, line, excerpt, why } = value;
  const severity = scanSeverities.find((each) => each === value['severity']);
  const confidence = confidences.find((each) => each === value['confidence']);
  if (severity === undefined || confidence === undefined) return undefined;
  if (!isText(rule) || !isText(file) || !isText(excerpt) || !isText(why)) return undefined;
  if (line !== null && typeof line !== 'number') return undefined;
  return { rule, severity, confidence, file, line, excerpt, why };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
