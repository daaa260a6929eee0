/*
 * Replaces secrets in text by `[redacted:KIND]` before the text is stored. Transcripts are full of secrets: keys in
 * commands, tokens in headers, passwords in files. What is a secret at one place of a text is redacted everywhere in it.
 *
 * A backfill redacts some fifty megabytes, so one search for all signs of secrets comes first. No pattern can match a text
 * in two ways, and the part that a failed match reads is bounded, so that the effort is linear in the length of the text.
 */

import { createSecretFinder, type Finder, type Finding, findTokens, joined } from './find.js';
import { distinctiveParts, knownValue } from './known-values.js';
import { type Redactor, replaceFindings } from './replace.js';
import { isSecretName } from './secret-name.js';
import { isPlaceholder } from './secret-value.js';
import { formsOf, shortestValue } from './value-forms.js';

interface RedactorOptions {
  /** The environment of the process: values of variables that are named like secrets are redacted everywhere. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export function createRedactor({ environment }: RedactorOptions): Redactor {
  return redactorOf(createEnvironmentFinder(environment));
}

/**
 * What was redacted in one text is redacted in all that follow: for the few texts of one payload. `onSecret` is called with
 * every value that is recognised.
 */
export function createPayloadRedactor(
  { environment }: RedactorOptions,
  onSecret?: (value: string, kind: string) => void,
): Redactor {
  const find = createEnvironmentFinder(environment);
  const known = new Map<string, string>();
  const findAll: Finder = (text) => {
    const found = find(text);
    if (known.size === 0) return found;
    return joined([...[...known].flatMap(([value, kind]) => findForms(text, value, kind)), ...found]);
  };
  return redactorOf(findAll, (value, kind) => {
    onSecret?.(value, kind);
    if (known.size < maxRepeated) for (const part of distinctiveParts(value, kind)) known.set(part, kind);
  });
}

/** Finds secrets, and the values of secret environment variables: a command may print them without their name. */
export function createEnvironmentFinder(environment: RedactorOptions['environment']): Finder {
  const values = Object.entries(environment).flatMap(([name, value = '']) =>
    isSecretName(name) && value.length >= shortestValue && !isPlaceholder(value) ? formsOf(value) : [],
  );
  const known = [...new Set(values)].map((value) => knownValue(value, 'environment'));
  return createSecretFinder(known.filter((value) => value !== undefined));
}

/** `onSecret` is called with every value that is redacted. */
export function redactorOf(find: Finder, onSecret?: (value: string, kind: string) => void): Redactor {
  return (text) => {
    let result = text;
    let repeated: Map<string, string> | undefined;
    // Without one secret, a neighbour may be recognised. Every round leaves less text to redact.
    for (let round = 0; round < maxRounds; round += 1) {
      const findings = find(result).filter((finding) => !isRedacted(result, finding));
      if (findings.length === 0) break;
      repeated ??= new Map();
      for (const { start, end, kind } of findings) {
        const value = result.slice(start, end);
        onSecret?.(value, kind);
        if (repeated.size < maxRepeated)
          for (const part of distinctiveParts(value, kind)) repeated.set(part, kind);
      }
      result = replaceFindings(result, findings);
      for (const [value, kind] of repeated) result = replaceFindings(result, findForms(result, value, kind));
    }
    return result;
  };
}

/** Texts that need more are made on purpose. */
const maxRounds = 12;
/** So many different values of a text are searched for in the rest of it. */
const maxRepeated = 32;

/** Redacts a name: only secrets with a known format, because a name has no context. */
export const redactName: Redactor = (name) => replaceFindings(name, findTokens(name));

/** What was redacted before is not redacted again under another kind. */
function isRedacted(text: string, { start, end }: Finding): boolean {
  return end - start < 60 && /^\[redacted:[\w-]{1,40}\]$/.test(text.slice(start, end));
}

/** All places of a value in the text, in any of its forms. */
function findForms(text: string, value: string, kind: string): readonly Finding[] {
  const findings: Finding[] = [];
  for (const form of formsOf(value))
    for (let start = text.indexOf(form); start >= 0; start = text.indexOf(form, start + form.length))
      findings.push({ start, end: start + form.length, kind });
  return joined(findings);
}
