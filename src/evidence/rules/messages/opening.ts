/*
 * The part of a message that shows what it does: the first words of the user, in lower case, without quotes, pasted code
 * and logs. Words inside quotes are somebody else's.
 */

/** The intention comes first; the rest may be pasted text. */
const maxOpeningCharacters = 400;

/** Empty if the message begins with pasted text, or has no words of its own. */
export function openingOf(text: string): string {
  const opening = text
    .slice(0, 2_000)
    .replace(/```[\s\S]*/, '')
    .replace(/^[ \t]{0,8}>[^\n]*$/gm, '')
    .replace(/[’‘]/g, "'")
    .replace(
      /"[^"\n]{0,300}"|“[^”\n]{0,300}”|«[^»\n]{0,300}»|「[^」\n]{0,300}」|『[^』\n]{0,300}』|`[^`\n]{0,300}`/g,
      '""',
    )
    .replace(/[ \t\r\n]+/g, ' ')
    .replace(/^[¡¿*_\s.…-]{1,10}/, '')
    .trim()
    .toLowerCase()
    .slice(0, maxOpeningCharacters);
  return pasted.test(opening) ? '' : opening;
}

/** A log, a trace, a document or a command of the agent's own. */
const pasted =
  /^(?:[/<#{[|]|\$ |\w{0,40}(?:error|exception)(?:\[\w{1,10}\])?: |traceback|fatal: |npm err|\d{4}-\d\d-\d\d[t ]\d\d:|at [\w.$]{1,60}\()/;

/** Without accents, so that the ends of words can be matched in every language. */
export function unaccented(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
}
