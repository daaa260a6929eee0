/*
 * Whether the output of a call dictated the fix. Tools suggest flags, and that is fine for programs that everybody knows.
 * But a line that speaks to the agent, or that spells out the changed command of a project's own script, may have been
 * written by anybody, and what it made the agent do is not advice.
 */

import { readsLikeInstruction } from '../../../../scan/families/injection/instruction.js';
import type { Command } from '../../attempts/attempt.js';
import { depthOf } from '../../attempts/signature-tables.js';
import { claimsPermission, speaksToAgent } from './hostile-words.js';
import { isNamedIn } from './origin.js';

/** `failed` is given if the fix is another form of that command, and not a step before it. */
export function isDictated(
  command: Command,
  failed: Command | undefined,
  outputs: readonly string[],
): boolean {
  const words = newWords(command, failed);
  if (words.length === 0) return false;
  const isOwnScript = failed !== undefined && isProjectProgram(command);
  return outputs.slice(-maxOutputs).some((output) =>
    output
      .slice(0, maxOutput)
      .split('\n')
      .filter((line) => words.some((word) => isNamedIn(line, word)))
      .some((line) => isOrder(line) || (isOwnScript && spellsOut(line, command))),
  );
}

const maxOutputs = 30;
const maxOutput = 8_000;
const minWord = 3;

/** The words that the failed command does not have. */
function newWords(
  { words, environment, subcommand }: Command,
  failed: Command | undefined,
): readonly string[] {
  const known = new Set([
    ...(failed?.words ?? []),
    ...(failed?.environment ?? []),
    ...(failed?.subcommand ?? []),
  ]);
  return [...subcommand, ...words, ...environment].filter(
    (word) => word.length >= minWord && !known.has(word),
  );
}

function isOrder(line: string): boolean {
  return readsLikeInstruction(line) || claimsPermission(line) || speaksToAgent(line);
}

function spellsOut(line: string, { spelling, program }: Command): boolean {
  const name = spelling.slice(spelling.lastIndexOf('/') + 1) || program;
  // The program that speaks stands before its message.
  const message = line.trimStart().startsWith(`${name}: `) ? line.trimStart().slice(name.length) : line;
  return isNamedIn(message, name) && !/^\s{0,8}usage\b/i.test(line);
}

/** A script or a target of the project: what its flags do is known to nobody else. */
function isProjectProgram({ program, spelling }: Command): boolean {
  return (
    spelling.includes('/') ||
    depthOf(program) === undefined ||
    /^(?:make|gmake|just|task|rake)$/.test(program)
  );
}
