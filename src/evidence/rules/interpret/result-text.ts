/*
 * The text of a result as it is stored: without the envelope of the agent, after the exit code if it is known. Of a long
 * error, the line that names it is kept, and as much as fits of the start and the end, where most programs sum up.
 */

import { type Printed, unwrap } from '../attempts/envelope.js';
import { errorLineOf } from '../attempts/error-line.js';
import { cutText, type PreviewRedactor, preview, redactedEnds } from './preview.js';

const maxLength = 500;

export function resultText(output: unknown, isError: boolean, redactor: PreviewRedactor): string {
  const text = printedText(unwrap(output));
  return isError && text.length > maxLength
    ? errorExcerpt(redactedEnds(text, redactor), maxLength)
    : preview(text, maxLength, redactor);
}

function printedText({ exitCode, error = '', text }: Printed): string {
  const said = text.includes(error) ? text : text === '' ? error : `${error}\n${text}`;
  return exitCode === undefined ? said : `Exit code ${exitCode}\n${said}`;
}

const startLength = 120;
const gap = '\n…\n';

/** At most `limit` code points of a text: its start, the line that names the error, and its end. */
function errorExcerpt(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const error = errorLineOf(text);
  const start = cutText(text, startLength);
  const rest = text.slice(start.length - 1);
  const end = endOf(rest, limit - startLength - 1);
  if (error === '' || end.includes(error) || start.includes(error)) return `${start}\n${end}`;
  // A unit is at least as much as a code point, so the limit holds for any text.
  const room = limit - startLength - error.length - gap.length - 1;
  return `${start}\n${error}${gap}${endOf(rest, room)}`;
}

/** At most so many units of the end, from the start of a line if one is near. */
function endOf(text: string, count: number): string {
  if (count < 1) return '';
  const tail = text.trimEnd().slice(-count);
  const line = tail.indexOf('\n');
  if (line >= 0 && line < count / 3) return tail.slice(line + 1);
  return /^[\udc00-\udfff]/.test(tail) ? tail.slice(1) : tail;
}
