/*
 * The verifier stages of a change to SKILL.md, cheap ones first: our own look at the structure, a command that the
 * user gave as a pre-check, and the verify command, which is our own validator unless the user gave one. They run when
 * the new bytes are on the disk; the first that fails brings the old ones back, and no later one runs.
 */

import { concernedFile, type LedgerEntry } from '../../library/rules/ledger-entry.js';
import type { LedgerOptions } from '../../library/write/ledger.js';
import { blobPath, readBlob } from '../../library/write/ledger.js';
import type { StageResult, VerifierStage } from '../../library/write/write.js';
import type { PackageTarget } from '../../library/write/write-target.js';
import { parseSkill } from '../../skill/parse.js';
import { validateSkill } from '../../skill/validate.js';
import { runProcess } from '../../system/process/process.js';
import { sha256Hex } from '../../text/hash.js';
import { structuralFaults } from '../rules/note/structure.js';
import type { StageReport, VerifyReport } from '../rules/report.js';

export interface VerifyOptions {
  readonly preVerify?: VerifyCommand | undefined;
  readonly verify?: VerifyCommand | undefined;
  readonly timeoutMs?: number;
}

export interface Verification {
  readonly stages: readonly VerifierStage[];
  /** Of the stages that have run for an entry. */
  report(entry: string): VerifyReport;
}

export function verification(place: LedgerOptions, options: VerifyOptions): Verification {
  const done = new Map<string, StageReport[]>();
  const stage = (
    name: string,
    run: (target: PackageTarget, entry: LedgerEntry) => CommandResult | Promise<CommandResult>,
  ): VerifierStage => ({
    name,
    run: async (target, entry): Promise<StageResult> => {
      const { exitCode, output } = await run(target, entry);
      const passed = exitCode === 0;
      const reports = done.get(entry.id) ?? [];
      done.set(entry.id, reports);
      reports.push({ name, passed, exit_code: exitCode, output });
      return { ok: passed, message: output === '' ? `exit code ${exitCode}` : output };
    },
  });
  const command = (given: VerifyCommand) => async (target: PackageTarget, entry: LedgerEntry) => {
    const changed = changedFile(place, target, entry);
    const result = await runVerifyCommand(given, changed, options.timeoutMs);
    return result.exitCode === 0 ? refusedFor(editsOf(place, changed), result.output) : result;
  };
  const { preVerify, verify } = options;
  return {
    stages: [
      stage('builtin-structural', (target, entry) => structural(place, target, entry)),
      ...(preVerify === undefined ? [] : [stage('pre-verify-command', command(preVerify))]),
      stage(
        'verify-command',
        verify === undefined ? (target, entry) => valid(place, target, entry) : command(verify),
      ),
    ],
    report: (entry) => reportOf(done.get(entry) ?? []),
  };
}

function reportOf(done: readonly StageReport[]): VerifyReport {
  const failed = done.find(({ passed }) => !passed);
  const last = failed ?? done.at(-1);
  return {
    passed: failed === undefined,
    exit_code: last?.exit_code ?? 0,
    output: last?.output ?? '',
    stages: done,
    ...(failed && { failed_stage: failed.name }),
  };
}

/** The SKILL.md that an entry changed, and where its bytes of before are kept. */
interface ChangedFile {
  readonly path: string;
  readonly folder: string;
  readonly backupPath: string;
  readonly entry: string;
  readonly originalSha256: string;
  readonly newSha256: string;
}

function changedFile({ home }: LedgerOptions, { folder }: PackageTarget, entry: LedgerEntry): ChangedFile {
  const file = concernedFile(entry);
  const original = file?.before?.sha256 ?? '';
  return {
    path: `${folder}/${file?.path ?? ''}`,
    folder,
    backupPath: original === '' ? '' : blobPath(home, original),
    entry: entry.id,
    originalSha256: original,
    newSha256: file?.after?.sha256 ?? '',
  };
}

/** A command judges. What it writes instead, no stage has looked at. */
function editsOf({ files }: LedgerOptions, { path, newSha256 }: ChangedFile): readonly string[] {
  const bytes = files.read(path)?.bytes;
  return bytes !== undefined && sha256Hex(bytes) === newSha256 ? [] : ['it was edited while the command ran'];
}

function structural(place: LedgerOptions, target: PackageTarget, entry: LedgerEntry): CommandResult {
  const { before, after } = bytesOf(place, target, entry);
  const faults = after === undefined ? ['unreadable'] : structuralFaults(before, after);
  return refusedFor(faults);
}

/** What was wrong before the change is not its fault. */
function valid(place: LedgerOptions, target: PackageTarget, entry: LedgerEntry): CommandResult {
  const { before, after } = bytesOf(place, target, entry);
  if (after === undefined) return refusedFor(['unreadable']);
  const known = new Set(errorsOf(before, target.folder));
  return refusedFor(errorsOf(after, target.folder).filter((error) => !known.has(error)));
}

function errorsOf(bytes: Uint8Array, path: string): readonly string[] {
  const folder = path.slice(path.lastIndexOf('/') + 1);
  return validateSkill(parseSkill(bytes, { folder }), { mode: 'portable', folder })
    .filter(({ severity }) => severity === 'error')
    .map(({ code, message }) => `${code}: ${message}`);
}

interface Bytes {
  readonly before: Uint8Array;
  readonly after: Uint8Array | undefined;
}

function bytesOf(place: LedgerOptions, target: PackageTarget, entry: LedgerEntry): Bytes {
  const file = concernedFile(entry);
  const before = file?.before ? readBlob(place, file.before.sha256) : new Uint8Array();
  return { before, after: place.files.read(`${target.folder}/${file?.path ?? ''}`)?.bytes };
}

function refusedFor(faults: readonly string[], output = ''): CommandResult {
  return faults.length === 0 ? { exitCode: 0, output } : { exitCode: 1, output: faults.join(', ') };
}

/*
 * Runs a command of the user's that judges a changed skill. It gets a minimal environment and the facts of the change,
 * has a limited time, and nothing it started outlives it.
 */

/** Text is for the shell; a list is a program and its arguments. */
export type VerifyCommand = string | readonly string[];

export interface CommandResult {
  /** 0 passes. 124: it took too long; 125: it could not be started; 128: a signal ended it. */
  readonly exitCode: number;
  /** The end of what it printed, if that is less than a megabyte. */
  readonly output: string;
}

const defaultTimeoutMs = 300_000;
const maxOutputBytes = 1024 * 1024;
const maxOutputCharacters = 4_000;

export async function runVerifyCommand(
  command: VerifyCommand,
  changed: ChangedFile,
  timeoutMs = defaultTimeoutMs,
): Promise<CommandResult> {
  const { outcome, stdout, stderr } = await runProcess({
    argv: typeof command === 'string' ? ['sh', '-c', command] : command,
    cwd: changed.folder,
    environment: {
      COPPICE_TARGET_PATH: changed.path,
      COPPICE_BACKUP_PATH: changed.backupPath,
      COPPICE_ENTRY: changed.entry,
      COPPICE_ORIGINAL_SHA256: changed.originalSha256,
      COPPICE_NEW_SHA256: changed.newSha256,
    },
    timeoutMs,
    maxOutputBytes,
  });
  const printed = `${stdout}${stderr}`.trim().slice(-maxOutputCharacters);
  switch (outcome.kind) {
    case 'exited':
      return { exitCode: outcome.code, output: printed };
    case 'timed-out':
      return { exitCode: 124, output: `it took longer than ${timeoutMs / 1000} s\n${printed}`.trim() };
    case 'not-started':
      return { exitCode: 125, output: outcome.reason };
    case 'signalled':
    case 'aborted':
      return { exitCode: 128, output: `it was ended by a signal\n${printed}`.trim() };
  }
}
