/*
 * Reads TOML. A text that is not TOML gives the position and the reason, and never an exception, because each caller has
 * its own way to report it.
 */

import { parse, TomlError, type TomlTable } from 'smol-toml';

export type ParsedToml =
  | { readonly ok: true; readonly value: TomlTable }
  | { readonly ok: false; readonly fault: TomlFault };

export interface TomlFault {
  /** Counted from 1, like the column. */
  readonly line: number;
  readonly column: number;
  /** A phrase without a full stop. */
  readonly reason: string;
}

export function parseToml(text: string): ParsedToml {
  try {
    return { ok: true, value: parse(text) };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const { line, column, message } = error;
    const [first = ''] = message.split('\n');
    return { ok: false, fault: { line, column, reason: first.replace('Invalid TOML document: ', '') } };
  }
}
