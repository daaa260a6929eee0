/*
 * `coppice evidence record`: records the payload of a hook from standard input. An agent starts it after every call, reads
 * its exit code and its output, and may wait for it, so it is fast, succeeds and is silent, whatever it is given.
 */

import { hookedAgents } from '../../../agents/sessions/hook-payload.js';
import type { Context } from '../../../app/context.js';
import { type Recording, recordHook } from '../../../evidence/live/spool.js';
import { createPayloadRedactor } from '../../../scan/secrets/redact.js';
import { faultCode } from '../../../system/disk/disk-fault.js';
import { CoppiceError } from '../../../text/errors.js';
import { printable } from '../../../text/printable.js';
import type { Report } from '../../rules/verb.js';

interface RecordInput {
  text(name: 'from'): string | undefined;
}

export function runEvidenceRecord(context: Context, input: RecordInput): Report {
  const recording = record(context, input.text('from'));
  return {
    document: recording,
    text: '',
    ...(!recording.recorded && { notes: `${printable(`Ignored: ${recording.reason}`)}\n` }),
  };
}

function record(context: Context, from: string | undefined): Recording {
  const { files, clock, home, environment } = context;
  try {
    const payload = context.readStdin();
    const agent = hookedAgents.find((one) => from === `${one}-hook`);
    const redact = createPayloadRedactor({ environment });
    return recordHook({ files, home, now: clock.now(), redact, ...(agent && { agent }) }, payload);
  } catch (error) {
    // From files, or from a standard input that cannot be read.
    if (!(error instanceof CoppiceError) && faultCode(error) === undefined) throw error;
    return { recorded: false, reason: error instanceof Error ? error.message : '' };
  }
}
