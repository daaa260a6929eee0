/*
 * The verifier stages of a change to SKILL.md, cheap ones first: the structural check, an optional pre-verify command of
 * the user, and the verify command, or our validator if there is none. They run after the new bytes are written; the first
 * failure restores the old ones, and later stages do not run.
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
  /** Evaluates the skill with the change and without it; the last stage, because it costs most. */
  readonly evaluate?: EvaluateChange | undefined;
}

export type EvaluateChange = (change: EvaluatedChange) => Promise<CommandResult>;

export interface EvaluatedChange {
  /** The skill with its new bytes. */
  readonly folder: string;
  /** The file that was changed, relative to the folder. */
  readonly path: string;
  /** Its bytes before; undefined where it is new. */
  readonly before: Uint8Array | undefined;
}

export interface Verification {
  readonly stages: readonly VerifierStage[];
  /** Reports the stages that have run for an entry. */
  report(entry: string): VerifyReport;
}

export function verification(ledger: LedgerOptions, options: VerifyOptions): Verification {
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
    const changed = changedFile(ledger, target, entry);
    const result = await runVerifyCommand(given, changed, options.timeoutMs);
    return result.exitCode === 0 ? refusedFor(editsOf(ledger, changed), result.output) : result;
  };
  const { preVerify, verify, evaluate } = options;
  return {
    stages: [
      stage('builtin-structural', (target, entry) => structural(ledger, target, entry)),
      ...(preVerify === undefined ? [] : [stage('pre-verify-command', command(preVerify))]),
      verify === undefined
        ? stage('builtin-validator', (target, entry) => valid(ledger, target, entry))
        : stage('verify-command', command(verify)),
      ...(evaluate === undefined
        ? []
        : [stage('eval', (target, entry) => evaluate(evaluatedChange(ledger, target, entry)))]),
    ],
    report: (entry) => reportOf(done.get(entry) ?? []),
  };
}

function evaluatedChange(
  ledger: LedgerOptions,
  { folder }: PackageTarget,
  entry: LedgerEntry,
): EvaluatedChange {
  const file = concernedFile(entry);
  const before = file?.before ? readBlob(ledger, file.before.sha256) : undefined;
  return { folder, path: file?.path ?? '', before };
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

/** The SKILL.md that an entry changed, and the backup of its previous bytes. */
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

/** A command must not edit the file, because no stage has checked the edit. */
function editsOf({ files }: LedgerOptions, { path, newSha256 }: ChangedFile): readonly string[] {
  const bytes = files.read(path)?.bytes;
  return bytes !== undefined && sha256Hex(bytes) === newSha256
    ? []
    : ['the file was edited while the command ran'];
}

function structural(ledger: LedgerOptions, target: PackageTarget, entry: LedgerEntry): CommandResult {
  const { before, after } = bytesOf(ledger, target, entry);
  const faults = after === undefined ? ['unreadable'] : structuralFaults(before, after);
  return refusedFor(faults);
}

/** Errors that existed before the change do not count. */
function valid(ledger: LedgerOptions, target: PackageTarget, entry: LedgerEntry): CommandResult {
  const { before, after } = bytesOf(ledger, target, entry);
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

function bytesOf(ledger: LedgerOptions, target: PackageTarget, entry: LedgerEntry): Bytes {
  const file = concernedFile(entry);
  const before = file?.before ? readBlob(ledger, file.before.sha256) : new Uint8Array();
  return { before, after: ledger.files.read(`${target.folder}/${file?.path ?? ''}`)?.bytes };
}

function refusedFor(faults: readonly string[], output = ''): CommandResult {
  return faults.length === 0 ? { exitCode: 0, output } : { exitCode: 1, output: faults.join(', ') };
}

/** Text is run by the shell; a list is a program and its arguments. */
export type VerifyCommand = string | readonly string[];

export interface CommandResult {
  /** 0: passed; 124: timed out; 125: not started; 128: ended by a signal. */
  readonly exitCode: number;
  /** The end of its output, up to a megabyte. */
  readonly output: string;
}

const defaultTimeoutMs = 300_000;
const maxOutputBytes = 1024 * 1024;
const maxOutputCharacters = 4_000;

/** Runs a verify command with a minimal environment and a time limit; its child processes end with it. */
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
      return {
        exitCode: 124,
        output: `the command took longer than ${timeoutMs / 1000} s\n${printed}`.trim(),
      };
    case 'not-started':
      return { exitCode: 125, output: outcome.reason };
    case 'signalled':
    case 'aborted':
      return { exitCode: 128, output: `the command was ended by a signal\n${printed}`.trim() };
  }
}
