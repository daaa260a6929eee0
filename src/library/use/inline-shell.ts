/*
 * Runs a command that stands in a skill's body. Whatever happens, the answer is text: what the command printed, and
 * a mark that shows what went wrong. The command gets the variables of the skill in its environment and never in its
 * text, where the shell would read them as code; and it never gets what the user typed.
 */

import { type ProcessOutcome, runProcess } from '../../system/process/process.js';

export interface ShellSettings {
  readonly skillFolder: string;
  readonly session: string | undefined;
  /** What the skill declares that it needs. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly timeoutSeconds: number;
}

export async function runInlineShell(command: string, settings: ShellSettings): Promise<string> {
  if (/\$\{?ARGUMENTS\b/.test(command)) return marked('', 'a command does not get $ARGUMENTS', command);
  const { skillFolder, session, environment, timeoutSeconds } = settings;
  const { outcome, stdout, stderr } = await runProcess({
    argv: ['bash', '-c', command],
    cwd: skillFolder,
    environment: { ...environment, ...spelled('SKILL_DIR', skillFolder), ...spelled('SESSION_ID', session) },
    timeoutMs: timeoutSeconds * 1000,
    // A character has at most four bytes; one more tells that there was more.
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
  const characters = [...output];
  return characters.length <= maxCharacters
    ? output
    : `${characters.slice(0, maxCharacters).join('')}...[truncated]`;
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
      return 'called off';
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
