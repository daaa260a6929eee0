/*
 * `coppice evidence record`: records the payload of a hook from standard input. An agent starts it after every call, reads
 * its exit code and its output, and may wait for it, so it is fast, succeeds and is silent, whatever it is given.
 */

import { hookedAgents } from '../../../agents/sessions/hook-payload.js';
import type { Context } from '../../../app/context.js';
import { notRecorded, type Recording, readHook, recordReport } from '../../../evidence/live/spool.js';
import { createEnvironmentFinder, createPayloadRedactor } from '../../../scan/secrets/redact.js';
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

/** Hashing is loaded only by the few hooks that meet a secret, because it takes as long as all the rest. */
const loadShared = () => import('../../../evidence/live/shared-secrets.js');

async function record(context: Context, from: string | undefined): Promise<Recording> {
  const { files, clock, home, environment } = context;
  const now = clock.now();
  try {
    const agent = hookedAgents.find((one) => from === `${one}-hook`);
    const report = readHook(context.readStdin(), now, agent);
    if (typeof report === 'string') return notRecorded(report);
    const session = report.observations[0]?.session ?? '';
    const isShared =
      /^[\w-]{1,80}$/.test(session) && files.stat(homePaths(home).hookSecrets(session)) !== undefined;
    const learned = new Map<string, string>();
    if (!isShared) {
      const redact = createPayloadRedactor({ environment }, (value, kind) => learned.set(value, kind));
      const recording = recordReport({ files, home, now, redact }, report);
      if (learned.size === 0) return recording;
      const { shareLearned, sharedRedactor } = await loadShared();
      const redactor = sharedRedactor({ files, home, session }, () => []);
      for (const [value, kind] of learned) redactor.remember(value, kind);
      shareLearned({ files, home, session }, redactor);
      return recording;
    }
    const { shareLearned, sharedRedactor } = await loadShared();
    const redactor = sharedRedactor({ files, home, session }, createEnvironmentFinder(environment));
    const recording = recordReport({ files, home, now, redact: redactor.redact }, report);
    shareLearned({ files, home, session }, redactor);
    return recording;
  } catch (error) {
    // From files, or from a standard input that cannot be read.
    if (!(error instanceof CoppiceError) && faultCode(error) === undefined) throw error;
    return { recorded: false, reason: error instanceof Error ? error.message : '' };
  }
}
