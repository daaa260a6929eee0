/*
 * `coppice evidence record`: records the payload of a hook from standard input. An agent starts it after every call, reads
 * its exit code and its output, and may wait for it, so it is fast, succeeds and is silent, whatever it is given.
 */

import { hookedAgents } from '../../../agents/sessions/hook-payload.js';
import type { Context } from '../../../app/context.js';
import {
  type HookReport,
  notRecorded,
  plainReport,
  type Recording,
  readHook,
  recordReport,
  reducedReport,
} from '../../../evidence/live/spool.js';
import { createSignProbe } from '../../../scan/secrets/any-sign.js';
import { faultCode } from '../../../system/disk/disk-fault.js';
import { homePaths } from '../../../system/home.js';
import { CoppiceError } from '../../../text/errors.js';
import { printable } from '../../../text/printable.js';
import type { Report } from '../../rules/verb.js';

interface RecordInput {
  text(name: 'from'): string | undefined;
}

export async function runEvidenceRecord(context: Context, input: RecordInput): Promise<Report> {
  const recording = await record(context, input.text('from'));
  return {
    document: recording,
    text: '',
    ...(!recording.recorded && { notes: `${printable(`Ignored: ${recording.reason}`)}\n` }),
  };
}

/** What only some hooks need, because loading it takes longer than all the rest: to find secrets, and to hash them. */
const loadTables = () => import('../../../scan/secrets/redact.js');
const loadShared = () => import('../../../evidence/live/shared-secrets.js');

async function record(context: Context, from: string | undefined): Promise<Recording> {
  const now = context.clock.now();
  try {
    const agent = hookedAgents.find((one) => from === `${one}-hook`);
    const report = readHook(context.readStdin(), now, agent);
    if (typeof report === 'string') return notRecorded(report);
    const { stored, share } = await withoutSecrets(context, report);
    const recording = recordReport({ ...context, now }, stored);
    share?.();
    return recording;
  } catch (error) {
    // From files, or from a standard input that cannot be read.
    if (!(error instanceof CoppiceError) && faultCode(error) === undefined) throw error;
    return { recorded: false, reason: error instanceof Error ? error.message : '' };
  }
}

interface RedactedReport {
  readonly stored: HookReport;
  /** Tells the later hooks of the session what this one learned, if it did. */
  readonly share?: () => void;
}

async function withoutSecrets(
  { files, home, environment }: Context,
  report: HookReport,
): Promise<RedactedReport> {
  const session = report.observations[0]?.session ?? '';
  const place = { files, home, session };
  const isShared =
    /^[\w-]{1,80}$/.test(session) && files.stat(homePaths(home).hookSecrets(session)) !== undefined;
  const plain = isShared ? undefined : plainReport(report, createSignProbe(environment));
  if (plain !== undefined) return { stored: plain };
  const { createEnvironmentFinder, createPayloadRedactor } = await loadTables();
  if (isShared) {
    const { shareLearned, sharedRedactor } = await loadShared();
    const redactor = sharedRedactor(place, createEnvironmentFinder(environment));
    return { stored: reducedReport(report, redactor.redact), share: () => shareLearned(place, redactor) };
  }
  const learned = new Map<string, string>();
  const redact = createPayloadRedactor({ environment }, (value, kind) => learned.set(value, kind));
  const stored = reducedReport(report, redact);
  if (learned.size === 0) return { stored };
  const { shareLearned, sharedRedactor } = await loadShared();
  const redactor = sharedRedactor(place, () => []);
  for (const [value, kind] of learned) redactor.remember(value, kind);
  return { stored, share: () => shareLearned(place, redactor) };
}
