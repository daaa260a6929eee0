/*
 * Redacts a recording before it is stored. Every text in a line is redacted apart from its JSON, so that a line stays
 * readable, and what was recognised as a secret once is redacted everywhere in the recording. The folder of the run is
 * replaced, because its name is random and that of a user's machine.
 */

import type { SessionRedactor } from '../../evidence/rules/redaction/session-redactor.js';
import { parseJson } from '../../text/json.js';
import { isObject } from '../../text/shape.js';
import type { Recording } from './recording.js';

/** What stands for the folder of a run. */
const runFolder = '/run';

export function redactRecording(recording: Recording, redactor: SessionRedactor, folder: string): Recording {
  const withoutFolder = (text: string) => text.replaceAll(folder, runFolder);
  const pass = (
    { lines, files, outcome, ...rest }: Recording,
    redact: (text: string) => string,
  ): Recording => ({
    ...rest,
    outcome: 'message' in outcome ? { ...outcome, message: redact(outcome.message) } : outcome,
    lines: lines.map((line) => redactLine(line, redact)),
    files: files.map(({ text, ...file }) => ({
      ...file,
      path: redact(file.path),
      ...(text !== undefined && { text: redact(text) }),
    })),
  });
  const once = pass(recording, (text) => redactor.redact(withoutFolder(text)));
  if (!redactor.hasNews) return once;
  const again = pass(once, (text) => redactor.redactAgain(text));
  redactor.settle();
  return again;
}

function redactLine(line: string, redact: (text: string) => string): string {
  const value = parseJson(line);
  return value === undefined ? redact(line) : JSON.stringify(redactValue(value, redact, 0));
}

const maxDepth = 100;

function redactValue(value: unknown, redact: (text: string) => string, depth: number): unknown {
  if (typeof value === 'string') return redact(value);
  if (depth > maxDepth) return null;
  if (Array.isArray(value)) return value.map((item) => redactValue(item, redact, depth + 1));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, redactValue(item, redact, depth + 1)]),
  );
}
