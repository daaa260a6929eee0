/*
 * Reports to a registry what an ensure has installed and, once a day, how often it is used: one request with a short time
 * limit. A failure is ignored, because the command itself has succeeded. What is reported is recorded before it is sent,
 * so that it is sent again unchanged, and not counted twice, when it is not known whether it arrived.
 */

import type { LibraryOptions } from '../../library/open-library.js';
import type { UsageEventInput } from '../../registry/api/routes/usage.js';
import type { Links } from '../../system/disk/links.js';
import type { Files } from '../../system/files.js';
import { homePaths } from '../../system/home.js';
import { readJsonFile, writeJsonFile } from '../../system/json-file.js';
import { tryLock } from '../../system/lock/lock.js';
import { CoppiceError } from '../../text/errors.js';
import { isCount, isObject } from '../../text/shape.js';
import { utcDay } from '../../text/time.js';
import { projectHash } from '../link/project-view.js';
import type { Remote } from '../remote/remote.js';
import type { Lock } from '../rules/lock.js';
import type { ItemName, RegistryAddress } from '../rules/manifest.js';
import type { Consent } from '../rules/telemetry-consent.js';
import {
  acknowledged,
  type ItemSharing,
  installEvents,
  isShareDue,
  type ProjectSharing,
  registryKey,
  shareUse,
  type TelemetryPreview,
  telemetryPreview,
  useEvents,
  withNewItems,
} from '../rules/telemetry-events.js';

export interface TelemetryDeps {
  readonly libraryOptions: LibraryOptions;
  readonly links: Links;
  /** Must give up within the limit, or it keeps the program from ending. */
  openRemote(address: RegistryAddress): Promise<Pick<Remote, 'reportUsage'>>;
  /** The time limit. */
  readonly limitMs?: number;
}

export const telemetryLimitMs = 2_000;

export interface TelemetryReport {
  readonly project: string;
  /** The installed lock. */
  readonly lock: Lock;
  readonly consent: Consent;
  /** Newly installed items. */
  readonly installed: readonly ItemName[];
}

/** Never throws for outside failures. Not called by offline and dry runs. */
export async function sendTelemetry(deps: TelemetryDeps, report: TelemetryReport): Promise<void> {
  const { registry } = report.lock;
  if (registry === undefined || !report.consent.installs) return;
  try {
    const hash = hashOf(deps, report.project);
    const use = report.consent.use ? await noteUse(deps, report, hash) : nothingToReport;
    const installs = installEvents(report.installed, report.lock, hash);
    const today = utcDay(deps.libraryOptions.clock.now());
    // A registry refuses days in the future. If this clock is ahead, that use is reported later, and the rest now.
    for (const isReported of [() => true, (day: string) => day < today, () => false]) {
      const events = [...installs, ...use.events.filter(({ day = '' }) => isReported(day))];
      const outcome = events.length === 0 ? 'sent' : await send(deps, registry, events.slice(0, maxEvents));
      if (outcome === 'sent' && events.length <= maxEvents) use.acknowledge(isReported);
      if (outcome !== 'refused' || use.events.length === 0) return;
    }
  } catch (error) {
    if (!(error instanceof CoppiceError)) throw error;
  }
}

/** Shows what would be sent, and sends nothing. */
export async function previewTelemetry(
  deps: Pick<TelemetryDeps, 'libraryOptions' | 'links'>,
  { project, lock, consent }: Omit<TelemetryReport, 'installed'>,
): Promise<TelemetryPreview & { readonly sharedOn: string | undefined }> {
  const { files, home, clock } = deps.libraryOptions;
  const hash = hashOf(deps, project);
  const { localUses } = await import('./local-use.js');
  const sharing = readSharing(files, home, hash);
  const uses = localUses(deps.libraryOptions, deps.links, project, lock);
  const facts = { consent, lock, projectHash: hash, sharing, uses, now: clock.now() };
  return { ...telemetryPreview(facts), sharedOn: sharing?.sharedOn };
}

/** Events accepted in one request. */
const maxEvents = 1_000;

interface NotedUse {
  readonly events: readonly UsageEventInput[];
  acknowledge(isReported: (day: string) => boolean): void;
}

const nothingToReport: NotedUse = { events: [], acknowledge: () => undefined };

async function noteUse(deps: TelemetryDeps, report: TelemetryReport, hash: string): Promise<NotedUse> {
  const { files, home, clock } = deps.libraryOptions;
  const [now, registry] = [clock.now(), registryKey(report.lock)];
  const isDue = isShareDue(readSharing(files, home, hash), registry, now);
  if (!isDue && report.installed.length === 0) return nothingToReport;
  const { localUses } = await import('./local-use.js');
  const uses = localUses(deps.libraryOptions, deps.links, report.project, report.lock);
  const noted = changeSharing(files, home, hash, (before) => {
    const isDone = before !== undefined && !isShareDue(before, registry, now);
    const { after, reported: days } = isDone
      ? { after: withNewItems(before, uses), reported: [] }
      : shareUse(before, uses, { registry, now });
    return { after, give: { after, events: useEvents(days, hash) } };
  });
  if (noted === undefined || noted.events.length === 0) return nothingToReport;
  const { after, events } = noted;
  return {
    events,
    acknowledge: (isReported) => {
      changeSharing(files, home, hash, (before) => ({
        after: acknowledged(before ?? after, isReported),
        give: true,
      }));
    },
  };
}

async function send(
  { openRemote, limitMs = telemetryLimitMs }: TelemetryDeps,
  registry: RegistryAddress,
  events: readonly UsageEventInput[],
): Promise<'sent' | 'refused' | 'unknown'> {
  const sending = openRemote(registry).then((remote) => remote.reportUsage(events));
  const outcome = sending.then(
    () => 'sent' as const,
    (error: unknown) => {
      if (error instanceof CoppiceError) return error.code === 'bad-value' ? 'refused' : 'unknown';
      throw error;
    },
  );
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'unknown'>((resolve) => {
    timer = setTimeout(() => resolve('unknown'), limitMs);
  });
  try {
    return await Promise.race([outcome, late]);
  } finally {
    clearTimeout(timer);
  }
}

function hashOf(
  { libraryOptions: { files } }: Pick<TelemetryDeps, 'libraryOptions'>,
  project: string,
): string {
  return projectHash(files.realPath(project) ?? project);
}

/**
 * The record of earlier reports, in `telemetry.json` of the home, by the hash of the project. A file that cannot be read
 * is ignored: use is then counted from now on, and nothing is reported twice.
 */
function readSharing(files: Files, home: string, projectHash: string): ProjectSharing | undefined {
  const project = projectsIn(files, home)[projectHash];
  return isSharing(project) ? project : undefined;
}

/** Does nothing and returns undefined if another process is changing the file. */
function changeSharing<T>(
  files: Files,
  home: string,
  projectHash: string,
  change: (before: ProjectSharing | undefined) => { readonly after: ProjectSharing; readonly give: T },
): T | undefined {
  const paths = homePaths(home);
  files.makeFolder(paths.locks);
  const attempt = tryLock(files, paths.lock('telemetry'));
  if (attempt.kind === 'busy') return undefined;
  try {
    const { after, give } = change(readSharing(files, home, projectHash));
    const projects = { ...projectsIn(files, home), [projectHash]: after };
    writeJsonFile(files, paths.telemetry, { version: 1, projects }, 1);
    return give;
  } finally {
    attempt.lock.release();
  }
}

function projectsIn(files: Files, home: string): Readonly<Record<string, unknown>> {
  const parsed = readJsonFile(files, homePaths(home).telemetry)?.value;
  const projects = isObject(parsed) ? parsed['projects'] : undefined;
  return isObject(projects) ? projects : {};
}

function isSharing(value: unknown): value is ProjectSharing {
  return (
    isObject(value) &&
    typeof value['registry'] === 'string' &&
    typeof value['sharedOn'] === 'string' &&
    isObject(value['items']) &&
    Object.values(value['items']).every(isItem)
  );
}

function isItem(value: unknown): value is ItemSharing {
  if (!isObject(value) || !isCount(value['counted'])) return false;
  const { days, open } = value;
  return (
    isObject(days) &&
    Object.entries(days).every(([day, count]) => isDay(day) && isCount(count)) &&
    Array.isArray(open) &&
    open.every(isDay)
  );
}

function isDay(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);
}
