/*
 * What every run leaves behind for those who were not there: `<home>/reports/<run>/run.json`, the document, and
 * `REPORT.md`, the page.
 */

import type { Files } from '../system/files.js';

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

export function saveRunReport({ files, home }: ReportOptions, { runId, document, page }: RunReport): void {
  const folder = `${home}/reports/${runId}`;
  const encoder = new TextEncoder();
  files.makeFolder(folder);
  files.write(`${folder}/run.json`, encoder.encode(`${JSON.stringify(document, null, 2)}\n`));
  files.write(`${folder}/REPORT.md`, encoder.encode(page));
}
