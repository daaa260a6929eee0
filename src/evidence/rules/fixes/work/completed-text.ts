/*
 * A query or another text that was completed: what the error or a look-up names was put in, and nothing was taken out. Any
 * other change of a text is other work, because the text is the work.
 */

import { type FailedAttempt, mentions } from './operands.js';

/** What was put in, on one line; undefined if the text was changed in another way. */
export function completion(failed: FailedAttempt, text: string, later: string): string | undefined {
  if (later.length <= text.length || later.length > maxText) return undefined;
  const inserted = insertedParts(tokensOf(text), tokensOf(later));
  if (inserted === undefined || inserted.length > maxInserted || inserted.some(isRestriction))
    return undefined;
  const known = `${failed.cause?.line ?? ''}\n${failed.output.slice(0, 4_000)}\n${failed.looked ?? ''}`;
  const isNamed = inserted.some((token) => isTelling(token) && mentions(known, token.replace(quotes, '')));
  return isNamed ? inserted.join(' ').slice(0, maxName) : undefined;
}

const maxText = 4_000;
const maxInserted = 16;
const maxName = 120;
const quotes = /^['"`]|['"`]$/g;

/** Quoted texts, words and single signs. */
function tokensOf(text: string): readonly string[] {
  return text.match(/'[^'\s]{1,60}'|"[^"\s]{1,60}"|\w{1,80}|[^\s\w]/g)?.slice(0, 1_000) ?? [];
}

/** The tokens of the second list that the first one does not have; undefined if it lacks one of the first. */
function insertedParts(text: readonly string[], later: readonly string[]): readonly string[] | undefined {
  const inserted: string[] = [];
  let at = 0;
  for (const token of later) {
    if (token === text[at]) at += 1;
    else inserted.push(token);
  }
  return at === text.length ? inserted : undefined;
}

/** A quoted value, or a word with some letters. */
function isTelling(token: string): boolean {
  return /^['"].{2,}['"]$/.test(token) || /^[a-z]\w{2,}$/i.test(token);
}

/** It asks for less. */
function isRestriction(token: string): boolean {
  return /^(?:where|limit|top|having|sample|fetch|and|not)$/i.test(token);
}
