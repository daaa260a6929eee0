import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sha256Hex } from '../../text/hash.js';
import { createRedactor } from './redact.js';

/*
 * Secrets and ordinary lines by an author who had not seen the rules. Only the half with which the rules are developed is
 * used here; the other half is only measured.
 */

interface Row {
  readonly id: string;
  readonly text?: string;
  readonly before?: string;
  readonly parts?: readonly string[];
  readonly after?: string;
  /** What must be gone, if that is not the whole secret. */
  readonly pieces?: readonly (readonly string[])[];
}

const rows = readFileSync('test/fixtures/evidence/secrets.jsonl', 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line): Row => JSON.parse(line))
  .filter(({ id }) => sha256Hex(id) < '8');
const redact = createRedactor({ environment: {} });

test('at least 97 % of the secrets of another author are found', () => {
  const planted = rows.filter(({ parts }) => parts !== undefined);
  const missed = planted.filter(({ before = '', parts = [], after = '', pieces = [parts] }) => {
    const redacted = redact(`${before}${parts.join('')}${after}`);
    return pieces.some((piece) => redacted.includes(piece.join('')));
  });
  process.stdout.write(
    `redaction: ${planted.length - missed.length} of ${planted.length} secrets of another author found\n`,
  );
  expect(planted.length).toBeGreaterThan(120);
  expect(missed.length / planted.length).toBeLessThanOrEqual(0.03);
});

test('at most 0.5 % of the ordinary lines of another author are changed', () => {
  const ordinary = rows.filter(({ text }) => text !== undefined);
  const changed = ordinary.filter(({ text = '' }) => redact(text) !== text);
  process.stdout.write(
    `redaction: ${changed.length} of ${ordinary.length} ordinary lines of another author changed\n`,
  );
  expect(ordinary.length).toBeGreaterThan(200);
  expect(changed.length / ordinary.length).toBeLessThanOrEqual(0.005);
});
