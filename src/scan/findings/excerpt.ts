/*
 * Excerpts of a package that are safe to show anywhere: one line of bounded length, in which invisible characters are
 * escaped (`\u{202e}`). A shown excerpt contains no secrets, because reports are shared more readily than packages.
 */

import { createRedactor } from '../secrets/redact.js';

const maxCharacters = 200;

export function shownExcerpt(text: string): string {
  // Escaping never shortens a text, so the rest would be cut anyway.
  const start = text.trim().slice(0, 4 * maxCharacters);
  const characters = [...redact(start).replace(invisibleOrControl, escaped)];
  return characters.length <= maxCharacters
    ? characters.join('')
    : `${characters.slice(0, maxCharacters - 1).join('')}…`;
}

const redact = createRedactor({ environment: {} });

const invisibleOrControl = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu;

function escaped(character: string): string {
  if (/[\t\n\r]/.test(character)) return ' ';
  return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}

const maxVisibleCharacters = 200;

/** Text on one line, at most 200 characters, with invisible characters escaped. */
export function visibleText(text: string): string {
  // Escaping never shortens a text, so the rest would be cut anyway.
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
