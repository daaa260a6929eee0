/*
 * Commands that run what was downloaded: in one pipe, in one call, or by a file that an earlier call fetched.
 */

import { hostKindOf } from '../../../../../scan/package/hosts.js';
import type { Command } from '../../../attempts/attempt.js';
import { isFetch } from '../../../attempts/command-kinds.js';

/** `fetched` are the names of the files that the session downloaded. */
export function runsDownload(command: Command, fetched: ReadonlySet<string>): boolean {
  const { program, spelling, words } = command;
  const text = command.text.slice(0, maxText);
  if (fetchInside.test(text) || fetchPiped.test(text) || runsInput(command)) return true;
  if (fetched.size === 0 || isFetch(program)) return false;
  const run = users.has(program) ? [spelling, ...words] : [spelling];
  return run.some((path) => path.split('/').some((part) => fetched.has(part)));
}

const maxText = 4_000;

const fetchPiped = /\b(?:curl|wget|irm|iwr|invoke-\w{3,12})\b[^|]{0,400}\|.{0,200}\b(?:ba|z|da|k)?sh\b/i;
const fetchInside = /(?:\$\(|<\(|`)\s{0,4}(?:curl|wget|fetch|irm|iwr)\b/i;

/** A shell or interpreter without a script runs what is piped into it. */
function runsInput({ program, subcommand, words }: Command): boolean {
  if (shells.has(program)) return words.every((word) => /^-[a-z]{0,4}$/.test(word));
  return subcommand.length === 0 && interpreters.has(program) && words.every((word) => word === '-');
}

const shells: ReadonlySet<string> = new Set(['bash', 'sh', 'zsh', 'dash', 'fish', 'ksh', 'eval', 'iex']);
const interpreters: ReadonlySet<string> = new Set(['python', 'node', 'ruby', 'perl', 'php', 'deno', 'bun']);

/** Programs that run, unpack or install the files they are given. */
const users: ReadonlySet<string> = new Set([
  ...shells,
  ...interpreters,
  'source',
  'chmod',
  'dpkg',
  'rpm',
  'apt',
  'brew',
  'installer',
  'pip',
  'npm',
  'tar',
  'unzip',
  'make',
]);

/** Names of the files that a download or a clone leaves behind. */
export function fetchedFiles({ program, subcommand, words }: Command): readonly string[] {
  const isClone = program === 'git' && subcommand[0] === 'clone';
  if (!isClone && !isFetch(program) && !/^(?:aria2c|fetch|scp)$/.test(program)) return [];
  const addresses = words.filter((word) => word.includes('/') && hostKindOf(word) !== 'local');
  if (isClone) return [...addresses, ...words.slice(-1)].map((word) => fileName(word).replace(/\.git$/, ''));
  const named = words.flatMap((word, index) => {
    const value = /^(?:--output|--output-document|-[a-zA-Z]{0,5}[oO])=?(.{0,200})$/.exec(word)?.[1];
    if (value === undefined || addresses.length === 0) return [];
    return value === '' ? [words[index + 1] ?? ''] : [value];
  });
  return [...named, ...addresses].map(fileName).filter((name) => name.length > 2);
}

function fileName(word: string): string {
  const plain = word.split(/[?#]/, 1)[0] ?? '';
  return plain.slice(plain.lastIndexOf('/') + 1);
}
