/*
 * Saves the report of a run: `<home>/reports/<run>/run.json` for programs, and `REPORT.md` for people.
 */

import type { Files } from '../system/files.js';
import { homePaths } from '../system/home.js';
import type { Ids } from '../system/ids.js';
import { utcDay } from '../text/time.js';

export interface ReportOptions {
  readonly files: Files;
  /** Coppice's home. */
  readonly home: string;
}

export interface RunReport {
  readonly runId: string;
  readonly document: unknown;
  readonly page: string;
}

/** The day of the run and an id, so that the folders of runs are in their order. */
export function newRunId(at: number, ids: Ids): string {
  return `${utcDay(at)}-${ids.next()}`;
}

export function saveRunReport({ files, home }: ReportOptions, { runId, document, page }: RunReport): void {
  const report = homePaths(home).report(runId);
  files.makeFolder(report.folder);
  // For other programs to read, so without the checksum of a state file.
  files.write(report.document, new TextEncoder().encode(`${JSON.stringify(document, null, 2)}\n`));
  files.write(report.page, new TextEncoder().encode(page));
}
