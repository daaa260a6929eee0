/*
 * The text of a result as it is stored: without the envelope of the agent, after the exit code if it is known. Of a long
 * error, the line that names it is kept with the lines behind it, and as much as fits of the start and the end, where most
 * programs sum up. The line is marked, because what surrounded it, such as a heading, may be cut.
 */

import { type Printed, unwrap } from '../attempts/envelope.js';
import { chosenMark, errorLineOf } from '../attempts/error-line.js';
import { cutText, type PreviewRedactor, preview, redactedEnds } from './preview.js';

const maxLength = 500;
/** Of an error, because what follows it says what was expected instead: valid values, a hint, the place. */
const maxErrorLength = 800;

export function resultText(output: unknown, isError: boolean, redactor: PreviewRedactor): string {
  const printed = unwrap(output);
  // A request that was answered with an error ended well; without its form, the answer would not be recognised.
  const text = isError ? printedText(printed) : (printed.body ?? printedText(printed));
  return isError && text.length > maxLength
    ? errorExcerpt(redactedEnds(text, redactor), maxErrorLength)
    : preview(text, maxLength, redactor);
}

function printedText({ exitCode, error = '', text }: Printed): string {
  const said = text.includes(error) ? text : text === '' ? error : `${error}\n${text}`;
  return exitCode === undefined ? said : `Exit code ${exitCode}\n${said}`;
}

const startLength = 120;
const endLength = 220;
const gap = '\n…\n';

/** At most `limit` code points of a text: its start, the line that names the error, what follows it, and the end. */
function errorExcerpt(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const start = cutText(text, startLength);
  const mark = `\n${chosenMark}\n`;
  // A unit is at least as much as a code point, so the limit holds for any text.
  const error = errorLineOf(text).slice(0, limit - startLength - endLength - mark.length - gap.length);
  const rest = text.slice(start.length - 1);
  const tail = endOf(rest, limit - startLength - 1);
  const plain = `${start}\n${tail}`;
  if (error === '' || errorLineOf(plain) === error) return plain;
  const end = endOf(rest, endLength);
  const room = limit - startLength - mark.length - error.length - gap.length - end.length;
  return `${start}${mark}${error}${behind(text, error, room)}${gap}${end}`;
}

/** Whole lines behind the one that names the error. */
function behind(text: string, error: string, count: number): string {
  const at = text.indexOf(error);
  if (at < 0 || count < 1) return '';
  const from = text.indexOf('\n', at);
  const lines = from < 0 ? '' : text.slice(from, from + count);
  return lines.slice(0, Math.max(0, lines.lastIndexOf('\n'))).trimEnd();
}

/** At most so many units of the end, from the start of a line if one is near. */
function endOf(text: string, count: number): string {
  if (count < 1) return '';
  const tail = text.trimEnd().slice(-count);
  const line = tail.indexOf('\n');
  if (line >= 0 && line < count / 3) return tail.slice(line + 1);
  return /^[\udc00-\udfff]/.test(tail) ? tail.slice(1) : tail;
}
