/*
 * What is remembered of earlier sharings, in `telemetry.json` of the home: by the hash of the project. A file that cannot be
 * read is forgotten: then use is counted anew from now on, and nothing is told twice.
 */

import type { Files } from '../../system/files.js';
import { tryLock } from '../../system/lock/lock.js';
import { parseJson } from '../../text/json.js';
import { isObject } from '../../text/shape.js';
import type { ItemSharing, ProjectSharing } from './use-sharing.js';

export function readSharing(files: Files, home: string, projectHash: string): ProjectSharing | undefined {
  const project = projectsIn(files, home)[projectHash];
  return isSharing(project) ? project : undefined;
}

/** Undefined, and nothing done, where another process is at it: other projects are in the same file. */
export function changeSharing<T>(
  files: Files,
  home: string,
  projectHash: string,
  change: (before: ProjectSharing | undefined) => { readonly after: ProjectSharing; readonly give: T },
): T | undefined {
  files.makeFolder(`${home}/locks`);
  const attempt = tryLock(files, `${home}/locks/telemetry`);
  if (attempt.kind === 'busy') return undefined;
  try {
    const { after, give } = change(readSharing(files, home, projectHash));
    const projects = { ...projectsIn(files, home), [projectHash]: after };
    const text = `${JSON.stringify({ version: 1, projects }, null, 1)}\n`;
    files.write(pathIn(home), new TextEncoder().encode(text));
    return give;
  } finally {
    attempt.lock.release();
  }
}

function pathIn(home: string): string {
  return `${home}/telemetry.json`;
}

function projectsIn(files: Files, home: string): Readonly<Record<string, unknown>> {
  const content = files.read(pathIn(home));
  const parsed = content && parseJson(new TextDecoder().decode(content.bytes));
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

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isDay(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);
}
