/*
 * Rows of texts with a secret, which is written as `§`, and of texts without one. Each row is tried with several secrets:
 * what is found must not depend on which one it is.
 */

import { expect, test } from 'vitest';
import { createRedactor } from '../redact.js';

const redact = createRedactor({ environment: {} });

const secrets: readonly string[] = [
  ['Blu3Fr0g', 'Lake'].join('!'),
  ['Harbor', '7719'].join(''),
  ['meadow', 'tiger', '5912'].join('-'),
  ['x7Kq29LmPz4R', '8sWv3TnB'].join(''),
];

/** The secret must be gone from every row. */
export function hides(title: string, rows: readonly string[], values = secrets): void {
  test.each(rows)(`${title}: %s`, (row) => {
    for (const secret of values) {
      const text = row.replaceAll('§', secret);
      expect(redact(text)).not.toContain(secret);
      expect(redact(text)).toContain('[redacted:');
    }
  });
}

/** Every row must stay as it is. */
export function keeps(title: string, rows: readonly string[]): void {
  test.each(rows)(`${title}: %s`, (row) => {
    expect(redact(row)).toBe(row);
  });
}

/** Tokens and keys, where a password would not be recognised. */
export const tokens: readonly string[] = [
  ['x7Kq29LmPz4R', '8sWv3TnB'].join(''),
  ['0f9a8b7c6d5e4f3a', '2b1c0d9e8f7a6b5c'].join(''),
];
