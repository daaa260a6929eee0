/*
 * The account that PostgreSQL runs as: it refuses to run as root, so for root another account is used; otherwise the
 * user's own. Its programs get an environment of their own, because PostgreSQL's variables would change their behaviour.
 */

import { type ExecFileException, execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { CoppiceError } from '../../../text/errors.js';

export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** Undefined for the user that runs this process. */
export type ServerAccount = Account | undefined;

const names = ['postgres', '_postgres', 'nobody'];

export function serverAccount(): ServerAccount {
  if (process.getuid?.() !== 0) return undefined;
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of names) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (uid !== undefined && gid !== undefined) return { name, uid: Number(uid), gid: Number(gid) };
  }
  throw new CoppiceError(
    'no-permission',
    'PostgreSQL cannot run as root, and no other account was found to run it',
    {
      hint: `run Coppice as another user, add the user ${names[0]}, or set COPPICE_DATABASE_URL`,
    },
  );
}

export function spawnOptions(account: ServerAccount) {
  return {
    // The account may have no access to the folder of this process.
    cwd: '/',
    env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' },
    ...(account && { uid: account.uid, gid: account.gid }),
  };
}

/** Creates the parent folders too, and lets the account pass through them. */
export function makeFolder(path: string, account: ServerAccount): void {
  const first = mkdirSync(path, { recursive: true, mode: 0o700 });
  if (account === undefined || first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) chmodSync(made, 0o755);
}

export type ProgramResult =
  | { readonly ok: true; readonly output: string }
  | { readonly ok: false; readonly reason: string };

/** Runs one of PostgreSQL's programs to its end. */
export function runProgram(
  program: string,
  args: readonly string[],
  account: ServerAccount,
): Promise<ProgramResult> {
  return new Promise((resolve) => {
    const onEnd = (fault: ExecFileException | null, output: string, errors: string): void => {
      if (fault) resolve({ ok: false, reason: errors.trim() || fault.message });
      else resolve({ ok: true, output });
    };
    execFile(program, [...args], { ...spawnOptions(account), encoding: 'utf8' }, onEnd);
  });
}
