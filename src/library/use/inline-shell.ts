/*
 * Runs a command from a skill's body. The result is always text: the output of the command, and a mark if something went
 * wrong. The command gets the variables of the skill in its environment and never in its text, where the shell would
 * read them as code; and it never gets what the user typed.
 */

import { type ProcessOutcome, runProcess } from '../../system/process/process.js';
import { firstCharacters } from '../../text/utf8.js';

export interface ShellSettings {
  readonly skillFolder: string;
  readonly session: string | undefined;
  /** The variables that the skill declares. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly timeoutSeconds: number;
}

export async function runInlineShell(command: string, settings: ShellSettings): Promise<string> {
  if (/\$\{?ARGUMENTS\b/.test(command)) return marked('', '$ARGUMENTS cannot be used in a command', command);
  const { skillFolder, session, environment, timeoutSeconds } = settings;
  const { outcome, stdout, stderr } = await runProcess({
    argv: ['bash', '-c', command],
    cwd: skillFolder,
    environment: { ...environment, ...spelled('SKILL_DIR', skillFolder), ...spelled('SESSION_ID', session) },
    timeoutMs: timeoutSeconds * 1000,
    // A character has at most four bytes; one character more shows that the output was longer.
    maxOutputBytes: (maxCharacters + 1) * 4,
  });
  const output = cut((stdout || stderr).trimEnd());
  const fault = faultOf(outcome, timeoutSeconds);
  return fault === undefined ? output : marked(output, fault, command);
}

const maxCharacters = 4000;

function spelled(name: string, value: string | undefined): Readonly<Record<string, string | undefined>> {
  return { [`COPPICE_${name}`]: value, [`HERMES_${name}`]: value, [`CLAUDE_${name}`]: value };
}

function cut(output: string): string {
  const shown = firstCharacters(output, maxCharacters);
  return shown === output ? output : `${shown}...[truncated]`;
}

function faultOf(outcome: ProcessOutcome, timeoutSeconds: number): string | undefined {
  switch (outcome.kind) {
    case 'exited':
      return outcome.code === 0 ? undefined : `exit code ${outcome.code}`;
    case 'signalled':
      return `ended by ${outcome.signal}`;
    case 'timed-out':
      return `stopped after ${timeoutSeconds} s`;
    case 'aborted':
      return 'cancelled';
    case 'not-started':
      return outcome.reason;
    default:
      return outcome satisfies never;
  }
}

function marked(output: string, fault: string, command: string): string {
  const mark = `[inline-shell error: ${fault}: ${command}]`;
  return output === '' ? mark : `${output}\n${mark}`;
}
