/*
 * The values of the process's own secret-looking environment variables are secrets wherever they occur: what a command
 * prints may hold them without any name beside them.
 */

import type { Finder, Finding } from './find.js';
import { isSecretName } from './secret-name.js';
import { isPlaceholder } from './secret-value.js';

export function findEnvironmentValues(environment: Readonly<Record<string, string | undefined>>): Finder {
  const values = Object.entries(environment).flatMap(([name, value = '']) =>
    isSecretName(name) && value.length >= shortestValue && !isPlaceholder(value) ? spellings(value) : [],
  );
  const distinct = [...new Set(values)];
  return (text) => distinct.flatMap((value) => findValue(text, value));
}

const shortestValue = 8;
/** So much of a long value is enough to know it by, so that it is also found where the text was cut off. */
const tellingLength = 64;

/** As it is, inside a JSON string, and inside a URL. */
function spellings(value: string): readonly string[] {
  return [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value.replace(/\p{Cs}/gu, '\uFFFD'))];
}

function findValue(text: string, value: string): readonly Finding[] {
  const findings: Finding[] = [];
  const telling = value.slice(0, tellingLength);
  for (let start = text.indexOf(telling); start >= 0; ) {
    let end = start + telling.length;
    while (end - start < value.length && text[end] === value[end - start]) end += 1;
    findings.push({ start, end, kind: 'environment' });
    start = text.indexOf(telling, end);
  }
  return findings;
}
