/*
 * Decides which command of a call an error is about: the one that the error names, else the last one that is not merely a
 * local reader.
 */

import type { Command } from './attempt.js';
import { isLocalReader } from './command-kinds.js';
import { baseName } from './launchers.js';

export type Speakers = ReadonlySet<string>;

/** The position of the command that an output names as the one that failed; -1 if it names none. */
export function namedIn(names: Speakers, commands: readonly Command[]): number {
  if (names.size === 0) return -1;
  return commands.findLastIndex(
    (command) =>
      names.has(command.program) ||
      names.has(baseName(command.spelling)) ||
      (command.launcher[0] !== undefined && names.has(baseName(command.launcher[0]))),
  );
}

/** The position of the last command that does more than read; of the last command if all of them read; -1 for none. */
export function mainIn(commands: readonly Command[]): number {
  const main = commands.findLastIndex((command) => !isLocalReader(command) && !isSetting(command));
  return main >= 0 ? main : commands.length - 1;
}

function isSetting({ program }: Command): boolean {
  return /^(?:export|set|source|unset|trap|umask|ulimit)$/.test(program);
}

const maxLines = 200;
const maxCharacters = 16_000;

/** The programs that write an error at the start of a line. */
export function speakersIn(text: string): Speakers {
  const names = new Set<string>();
  const part =
    text.length <= maxCharacters
      ? text
      : `${text.slice(0, maxCharacters / 2)}\n${text.slice(-maxCharacters / 2)}`;
  for (const line of part.split('\n', maxLines)) {
    const short = line.slice(0, 300).trimStart();
    for (const pattern of speakers) {
      const name = pattern.exec(short)?.[1];
      if (name !== undefined) names.add(baseName(name));
    }
    for (const [pattern, program] of signs) if (pattern.test(short)) names.add(program);
  }
  return names;
}

const shell =
  '(?:[\\w./-]{0,40}(?:bash|zsh|dash|ksh|fish|sh)(?:\\[\\d{1,6}\\])?: )(?:line \\d{1,5}: |\\d{1,5}: )?';

const speakers: readonly RegExp[] = [
  new RegExp(`^${shell}([\\w./+@-]{1,100}): `),
  /^(?:zsh|fish): (?:unknown )?command(?: not found)?: ([\w./+@-]{1,100})/,
  /(?:^|: )([\w./+@-]{1,100}): (?:command )?not found$/,
  /^'?"?([\w./+@-]{1,100})'?"? is not recognized as/,
  /exec: "([\w./+@-]{1,100})": executable file not found/,
  /^env: [‘'"]?([\w./+@-]{1,100})[’'"]?: No such file/,
  /^(?:\S{1,60}: )?spawn ([\w./+@-]{1,100}) E/,
  // `rg: `, `psql: error: `, but not `error: ` or a file with a position.
  /^([a-z][\w.+-]{0,40}): (?!\d)/,
];

/** Errors of programs that do not begin with their name. */
const signs: readonly (readonly [RegExp, string])[] = [
  [/^npm (?:ERR!|error)/, 'npm'],
  [/^\s?ERR_PNPM|^ ELIFECYCLE/, 'pnpm'],
  [
    /^fatal: |^error: (?:pathspec|failed to push|Your local changes|src refspec)|^ ?! \[rejected\]|^CONFLICT \(/,
    'git',
  ],
  [
    /^(?:Error response from daemon|Unable to find image|Cannot connect to the Docker daemon|failed to solve)/,
    'docker',
  ],
  [/^(?:The connection to the server|Error from server)/, 'kubectl'],
  [/^E: /, 'apt'],
  [/error TS\d{4}/, 'tsc'],
  [/^error\[E\d{4}\]|^error: could not compile/, 'cargo'],
  [/^make(?:\[\d{1,3}\])?: \*\*\*/, 'make'],
  [/^Error: P\d{4}/, 'prisma'],
];
