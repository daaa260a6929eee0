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
  if (oneLine.length < maxVisibleCharacters && !unseen.test(oneLine)) return oneLine;
  const visible = [...oneLine].map((character) =>
    unseen.test(character) ? `\\u{${character.codePointAt(0)?.toString(16)}}` : character,
  );
  let length = 0;
  const kept = visible.filter((part) => {
    length += part.length;
    return length <= maxVisibleCharacters - 1;
  });
  return kept.length === visible.length ? kept.join('') : `${kept.join('')}…`;
}

const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
