/*
 * What an ensure did, as a document and as text. What could not be installed makes it a failure, and is reported once
 * for each reason, whatever the number of items it holds for.
 */

import type { EnsureResult, FailedItem, InstalledItem } from '../../../client/rules/ensure-result.js';
import { itemTitle } from '../../../client/rules/item-names.js';
import type { ItemName } from '../../../client/rules/manifest.js';
import { counted, listUpTo } from '../../../text/plural.js';
import { printable } from '../../../text/printable.js';
import type { Report } from '../../rules/verb.js';

interface EnsureReportOptions {
  readonly dryRun?: boolean;
  /** What else the verb has to say in its document. */
  readonly about?: Readonly<Record<string, unknown>>;
}

export function ensureReport(
  done: EnsureResult,
  { dryRun = false, about }: EnsureReportOptions = {},
): Report {
  const { installed, repaired, unchanged, removed, skipped, failed, lockChanged, ok } = done;
  const faults = ok ? [] : faultsOf(done);
  const [error] = faults;
  return {
    document: {
      ...about,
      installed: installed.map(documentOf),
      repaired: repaired.map(documentOf),
      unchanged: unchanged.map(documentOf),
      removed,
      skipped,
      failed,
      lockChanged,
      ...(dryRun && { dryRun }),
      ...(error && { error }),
    },
    text: textOf(done, dryRun),
    notes: [
      ...faults.map(({ code, message }) => `error: ${message} (${code})`),
      ...(error ? [`hint: ${error.hint}`] : []),
      ...(lockChanged && !dryRun ? ['the lock was written; commit it to version control'] : []),
    ]
      .map((line) => `${printable(line)}\n`)
      .join(''),
    ...(!ok && { exitCode: 1 }),
  };
}

function documentOf({ kind, slug, version }: InstalledItem) {
  return { kind, slug, version: version ?? null };
}

function textOf({ installed, repaired, unchanged, removed }: EnsureResult, dryRun: boolean): string {
  const [put, repairVerb, taken] = dryRun
    ? ['would install', 'would repair', 'would remove']
    : ['installed', 'repaired', 'removed'];
  const titleOf = ({ kind, slug, version = '' }: InstalledItem) => `${kind} ${slug} ${version}`.trimEnd();
  const lines = [
    ...installed.map((item) => `${put} ${titleOf(item)}`),
    ...repaired.map((item) => `${repairVerb} ${titleOf(item)}`),
    ...removed.map(({ kind, slug }) => `${taken} ${kind} ${slug}`),
  ];
  if (unchanged.length > 0) lines.push(`${counted(unchanged.length, 'item is', 'items are')} up to date`);
  return lines.map((line) => `${printable(line)}\n`).join('');
}

interface Fault extends Pick<FailedItem, 'code'> {
  readonly message: string;
  readonly hint: string;
}

function faultsOf({ failed, skipped, installed, repaired, unchanged }: EnsureResult): readonly Fault[] {
  const isSomethingThere = [installed, repaired, unchanged].some((items) => items.length > 0);
  const rest = isSomethingThere ? 'everything else is installed; ' : '';
  const hint = `${rest}run coppice ensure again when this is fixed`;
  if (failed.length === 0) {
    const message = `skipped, and --strict forbids it: ${names(skipped)}`;
    return [{ code: 'conflict', message, hint }];
  }
  const firsts = failed.filter(({ reason }, at) => at === failed.findIndex((one) => one.reason === reason));
  return firsts.map(({ code, reason }) => {
    const items = failed.filter((one) => one.reason === reason);
    return {
      code,
      message: `${names(items)} cannot be installed: ${reason}`,
      hint,
    };
  });
}

const maxNames = 10;

function names(items: readonly ItemName[]): string {
  return listUpTo(maxNames, items.map(itemTitle));
}
