/*
 * Rows of a result: a table for a person, lines with tabs for a program.
 */

import type { Terminal } from '../../system/terminal/terminal.js';
import { printable } from '../../text/printable.js';
import { table } from '../../text/table.js';

/** Made safe to print. The last column takes the remaining width, unless everything must be read whole. */
export function rowsText(
  { stdout, unicode }: Terminal,
  headers: readonly string[],
  rows: readonly (readonly string[])[],
  { whole = false }: { readonly whole?: boolean } = {},
): string {
  if (rows.length === 0) return '';
  const cells = rows.map((row) => row.map((cell) => printable(cell)));
  const columns = headers.map((header, at) => ({ header, flexible: at === headers.length - 1 }));
  const lines = stdout.isTerminal
    ? table(cells, { columns, width: whole ? Number.MAX_SAFE_INTEGER : stdout.width, unicode })
    : cells.map((row) => row.join('\t'));
  return `${lines.join('\n')}\n`;
}
