/*
 * What a finding shows of the package, fit to be shown anywhere: one line of bounded length, in which everything that
 * a reader would not see is written out (`\u{202e}`), and without secrets: a report is passed on more readily than the
 * package it is about.
 */

import { createRedactor } from '../secrets/redact.js';

const maxCharacters = 200;

export function shownExcerpt(text: string): string {
  // Nothing gets shorter by being written out, so what is beyond this is cut anyway.
  const start = text.trim().slice(0, 4 * maxCharacters);
  const characters = [...redact(start).replace(unseen, writtenOut)];
  return characters.length <= maxCharacters
    ? characters.join('')
    : `${characters.slice(0, maxCharacters - 1).join('')}…`;
}

const redact = createRedactor({ environment: {} });

const unseen = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu;

function writtenOut(character: string): string {
  if (/[\t\n\r]/.test(character)) return ' ';
  return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}

/*
 * Text of a package made fit to be shown in a finding: on one line, at most 200 characters, and nothing in it that a
 * terminal or a reader would not see.
 */

const maxVisibleCharacters = 200;

export function visibleText(text: string): string {
  // More than can be shown is not worth writing out; an escape makes a text longer, never shorter.
  const oneLine = text
    .slice(0, 2 * maxVisibleCharacters)
    .replace(/[ \t\r\n\f\v\u00a0]+/g, ' ')
    .replace(/^ | $/g, '');
  if (oneLine.length < maxVisibleCharacters && !invisible.test(oneLine)) return oneLine;
  const visible = [...oneLine].map((character) =>
    invisible.test(character) ? `\\u{${character.codePointAt(0)?.toString(16)}}` : character,
  );
  let length = 0;
  const kept = visible.filter((part) => {
    length += part.length;
    return length <= maxVisibleCharacters - 1;
  });
  return kept.length === visible.length ? kept.join('') : `${kept.join('')}…`;
}

const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
