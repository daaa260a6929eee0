/*
 * All families that a failure may belong to. The error line decides first; where it says little, or where a test only
 * passes on what went wrong elsewhere, the rest of the output may name a cause that a step removes.
 */

import type { Attempt, Family } from '../../attempts/attempt.js';

/** The first is the family of the cause. */
export function causeFamilies({ cause, output, command }: Attempt): readonly Family[] {
  if (cause === undefined) return [];
  const { family } = cause;
  const text = `${cause.line}\n${output.slice(0, maxOutput)}`;
  const also = (alsoIn[family] ?? []).filter((other) => patterns[other]?.test(text));
  // A time limit in an address is no time-out.
  if (family === 'transient' && also.includes('conn')) return ['conn'];
  return also.length === 0 || (command.isOpaque && family === 'code') ? [family] : [family, ...also];
}

/** A missing module of the project itself is written, not installed. */
export function namesOwnFile({ cause }: Attempt): boolean {
  if (/cannot import name/.test(cause?.line ?? '')) return true;
  return (
    cause?.family === 'dep' &&
    /["'`<](?:(?:\.{1,2}|@|src|~)?\/[^"'`]|[\w./-]{1,100}\.(?:h|hpp|hh|inc)["'`>])/.test(cause.line)
  );
}

const maxOutput = 4_000;

const alsoIn: Readonly<Partial<Record<Family, readonly Family[]>>> = {
  transient: ['conn'],
  code: ['conn', 'dep'],
  other: ['conn', 'dep', 'path', 'init', 'auth', 'notfound'],
  invalid: ['conn', 'dep', 'init', 'auth', 'notfound'],
  usage: ['path'],
  config: ['dep', 'init'],
  path: ['dep'],
};

const patterns: Readonly<Partial<Record<Family, RegExp>>> = {
  notfound:
    /(?:linker|compiler|program|tool|executable|command|binary) .{0,40}(?:not found|missing|not installed)|command not found/i,
  conn: /ECONNREFUSED|ERR_CONNECTION_REFUSED|connection refused|could not connect to|cannot connect to the docker daemon|is the server running/i,
  dep: /cannot find module|no module named|module ?not ?found|not installed|can't find crate|errors? on dependencies|missing dependenc|autoload\.php|autoload\.rb|vendor\/|executable (?:was )?not found|(?:please|need to|must) (?:first )?install|does not have .{0,40}(?:data|package|module|librar)|library (?:is )?(?:missing|not found)|node_modules/i,
  path: /no such file or directory|does not contain an? \S|\bENOENT\b|no rule to make target|failed opening required/i,
  init: /not (?:been )?initiali[sz]ed|does not exist.{0,40}migrat|pending migration|no such table|(?:relation|role|schema|extension|bucket|namespaces?) .{1,80} (?:does not exist|not found)|submodule/i,
  auth: /not logged in|log ?in required|unauthori[sz]ed|no valid credential|token (?:has )?expired|authenticate/i,
};
