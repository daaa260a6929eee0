/*
 * `coppice evidence record`: what a hook is told, from standard input. An agent waits for it and reads its exit code
 * and its output, so it succeeds and is silent, whatever it is given.
 */

import { resolve } from 'node:path';
import type { Context } from '../../../app/context.js';
import { type Recording, recordHook } from '../../../evidence/live/spool.js';
import { createRedactor } from '../../../scan/secrets/redact.js';
import { faultCode } from '../../../system/disk/disk-fault.js';
import { CoppiceError } from '../../../text/errors.js';
import { printable } from '../../../text/printable.js';
import type { Input } from '../../rules/input.js';
import type { Report } from '../../rules/verb.js';

export function runEvidenceRecord(context: Context, input: Input): Report {
  const recording = record(context, input);
  return {
    document: recording,
    text: '',
    ...(!recording.recorded && { talk: `${printable(`not recorded: ${recording.reason}`)}\n` }),
  };
}

function record(context: Context, input: Input): Recording {
  const { files, clock, workingFolder, environment } = context;
  const home = resolve(workingFolder, input.text('home') ?? context.home);
  try {
    const payload = context.readStdin();
    return recordHook({ files, home, now: clock.now(), redact: createRedactor({ environment }) }, payload);
  } catch (error) {
    // From files, or from a standard input that cannot be read.
    if (!(error instanceof CoppiceError) && faultCode(error) === undefined) throw error;
    return { recorded: false, reason: error instanceof Error ? error.message : '' };
  }
}
