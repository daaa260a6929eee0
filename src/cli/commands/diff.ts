/*
 * `coppice diff`: what one entry of the ledger changed.
 */

import { entryDiff } from '../../library/write/history.js';
import { findEntry, readLedger } from '../../library/write/ledger.js';
import { printable } from '../../text/printable.js';
import { type Context, libraryOf } from '../context.js';
import type { Input } from '../input.js';
import type { Report } from '../verb.js';

export function runDiff(context: Context, input: Input): Report {
  const library = libraryOf(context, input);
  const entry = findEntry(readLedger(library), input.argument('entry') ?? '');
  const diff = entryDiff(library, entry);
  const { isTerminal, colours } = context.terminal.stdout;
  const text = isTerminal
    ? diff
        .split('\n')
        .map((line) => coloured(colours, printable(line, { multiline: true })))
        .join('\n')
    : diff;
  return { document: { entry: entry.id, skill: entry.skill, action: entry.action, diff }, text };
}

function coloured(colours: Context['terminal']['stdout']['colours'], line: string): string {
  if (line.startsWith('+')) return colours.green(line);
  return line.startsWith('-') ? colours.red(line) : line;
}
