/*
 * What Coppice has learned, as the status shows it: the evidence of the last days, the failures whose fix is known, and the
 * proposals that wait. To work it out takes the evidence store and all rules for fixes, which take longer to load than
 * everything else on the screen; so the answer is cached for as long as nothing that it depends on has changed: the
 * evidence, the ledger, the proposals and the bytes of every skill. It is worked out again every hour all the same, because
 * days pass without a change.
 */

import type { Survey } from '../../curator/survey.js';
import { unseal, writeSealedCache } from '../../system/cache-file.js';
import type { Stat } from '../../system/files.js';
import { homePaths } from '../../system/home.js';
import { CoppiceError, unlessRefused } from '../../text/errors.js';
import { sha256Hex } from '../../text/hash.js';
import { parseJson } from '../../text/json.js';
import { isCount, isListOf, isObject, isText } from '../../text/shape.js';
import { dayMs, hourMs } from '../../text/time.js';
import type { EvidenceStatus, Unavailable } from '../rules/status.js';
import type { JudgedSkills } from './judge-skills.js';

export interface Learned {
  readonly evidence: EvidenceStatus | Unavailable;
  /** The number of pending proposals. */
  readonly pending: number | Unavailable;
  /** The recurring failures with a known fix that nobody has decided on since they last occurred. */
  readonly fixes: readonly { readonly skills: readonly string[] }[];
}

/** `own` has the names in the home. */
export async function readLearned(
  { library }: Pick<Survey, 'library'>,
  own: ReadonlySet<string>,
  judged: JudgedSkills,
): Promise<Learned> {
  if (!own.has('evidence.sqlite') && !own.has('proposals')) return await read(library, own);
  const cachePath = homePaths(library.home).learnedCache;
  const before = keyOf(library, judged);
  const cached = before === undefined ? undefined : cachedAnswer(library, cachePath, before);
  if (cached !== undefined) return cached;
  const learned = await read(library, own);
  // Reading the evidence may store what was derived from it; then the answer is cached the next time.
  const isSafe = before !== undefined && before === keyOf(library, judged);
  if (isSafe && library.writesCaches && isWhole(learned))
    writeSealedCache(library.files, cachePath, JSON.stringify({ key: before, learned }));
  return learned;
}

type LearnedLibrary = Survey['library'];

async function read(library: LearnedLibrary, own: ReadonlySet<string>): Promise<Learned> {
  return {
    evidence: await orUnavailable(() => readEvidence(library, own)),
    pending: await orUnavailable(() => (own.has('proposals') ? readPending(library) : 0)),
    fixes: own.has('evidence.sqlite') ? await readFixes(library) : [],
  };
}

async function readEvidence(library: LearnedLibrary, own: ReadonlySet<string>): Promise<EvidenceStatus> {
  const { files, clock, home, config } = library;
  const days = config['evolve.days'];
  const nothing = { days, sessions: 0, events: 0, errors: 0, lastActivityAt: null };
  const isReported = [...own].some((name) => name.startsWith('evidence.spool.'));
  if (!own.has('evidence.sqlite')) return { ...nothing, present: isReported };
  const { EvidenceStore } = await import('../../evidence/store/evidence-store.js');
  const store = await EvidenceStore.openIfExists({ path: homePaths(home).evidence, files, clock });
  if (store === undefined) return { ...nothing, present: isReported };
  try {
    const now = clock.now();
    const { sessions, toolEvents, errorEvents } = store.summary({ from: now - days * dayMs, to: now });
    const lastActivityAt = store.lastActivityAt() ?? null;
    return { present: true, days, sessions, events: toolEvents, errors: errorEvents, lastActivityAt };
  } finally {
    store.close();
  }
}

async function readPending(library: LearnedLibrary): Promise<number> {
  const { reviewQueue } = await import('../../evolve/proposals/queue.js');
  return reviewQueue(library, 'pending').proposals.length;
}

async function readFixes(library: LearnedLibrary): Promise<Learned['fixes']> {
  const { knownFixes } = await import('./known-fixes.js');
  return await knownFixes(library);
}

export async function orUnavailable<Part>(read: () => Promise<Part> | Part): Promise<Part | Unavailable> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof CoppiceError)) throw error;
    return { code: error.code, problem: error.message, hint: error.hint ?? null };
  }
}

/** Undefined while not every skill was scanned, or where something cannot be looked at. */
function keyOf(library: LearnedLibrary, { verdicts, left }: JudgedSkills): string | undefined {
  const { files, home, clock, config } = library;
  if (left > 0) return undefined;
  return unlessRefused(() => {
    const { evidence, ledger, proposals } = homePaths(home);
    const stated = [evidence, `${evidence}-wal`, ledger].map((path) => identity(files.stat(path)));
    const proposed = (files.list(proposals) ?? []).map(({ name }) => [
      name,
      identity(files.stat(`${proposals}/${name}`)),
    ]);
    const skills = [...verdicts].map(([id, { digest }]) => [id, digest]);
    const hour = Math.floor(clock.now() / hourMs);
    return sha256Hex(JSON.stringify([config['evolve.days'], hour, stated, proposed, skills]));
  });
}

/** An empty log of SQLite says as little as none: it comes and goes with the process that reads. */
function identity(stat: Stat | undefined): readonly number[] {
  return stat === undefined || stat.sizeBytes === 0
    ? []
    : [stat.sizeBytes, stat.mtimeMs, stat.ctimeMs, stat.inode];
}

function cachedAnswer(
  { files }: Pick<LearnedLibrary, 'files'>,
  path: string,
  key: string,
): Learned | undefined {
  const bytes = unlessRefused(() => files.read(path))?.bytes;
  const stored = bytes && parseJson(unseal(bytes) ?? '');
  if (!isObject(stored) || stored['key'] !== key || !isObject(stored['learned'])) return undefined;
  const { evidence, pending, fixes } = stored['learned'];
  return isEvidence(evidence) && isCount(pending) && isListOf(fixes, isFix)
    ? { evidence, pending, fixes }
    : undefined;
}

function isWhole({ evidence, pending }: Learned): boolean {
  return isEvidence(evidence) && isCount(pending);
}

function isEvidence(value: unknown): value is EvidenceStatus {
  if (!isObject(value)) return false;
  const { present, days, sessions, events, errors, lastActivityAt } = value;
  const isTimed = lastActivityAt === null || isCount(lastActivityAt);
  return typeof present === 'boolean' && [days, sessions, events, errors].every(isCount) && isTimed;
}

function isFix(value: unknown): value is { readonly skills: readonly string[] } {
  return isObject(value) && isListOf(value['skills'], isText);
}
