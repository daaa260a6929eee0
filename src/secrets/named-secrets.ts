/*
 * Secrets that only the words and marks beside them give away.
 */

import { findAssignments } from './assignments.js';
import type { Finding } from './find.js';
import { findSurrounded } from './surroundings.js';

export function findNamedSecrets(text: string): readonly Finding[] {
  return hint.test(text) || userHint.test(text) ? [...findSurrounded(text), ...findAssignments(text)] : [];
}

/** Looks for a rare letter, and then at what is beside it: a third of the effort of looking for the words themselves. */
const hint = new RegExp(
  [
    '[kwz=:](?:',
    '(?<=tok|[ch]ook|pass?w|pw|jw|authoriz',
    `|(?:pass|auth|phrase|sig|ature)["'\`\\\\\\])]{0,6}[ \\t]{0,8}[=:])`,
    `|(?<=[a-z_-] ?k)ey["'\`\\\\\\])]{0,6}(?:[ \\t]{0,8}[=:<,]|[ \\t]{0,40}[|│]|[ \\t]{1,8}["'(]?[\\w+/]{4})`,
    '|(?<=:)//[^\\s/]{1,800}@)',
    '|cre[dt]|b(?:earer|asic)[ %]',
  ].join(''),
  'i',
);
const userHint = /-(?:u(?:ser)?[ "',=]{0,4}[^\s:]{1,80}:|p(?:(?=\S)(?<=mysql.{0,130} -p)|(?<=sshpass -p)))/i;
