/*
 * Whether to print in colour, and the functions that do it. Precedence: a flag on the command line, NO_COLOR,
 * FORCE_COLOR, then whether the stream is a terminal.
 */

import picocolors from 'picocolors';

export type Colours = ReturnType<typeof picocolors.createColors>;

/** With `enabled: false` every function returns its text unchanged. */
export function colours(enabled: boolean): Colours {
  return picocolors.createColors(enabled);
}

export function wantsColour({ isTerminal, environment, argv }: ColourOptions): boolean {
  const operands = argv.indexOf('--');
  const flags = operands === -1 ? argv : argv.slice(0, operands);
  if (flags.includes('--no-color')) return false;
  if (flags.includes('--color')) return true;
  if (environment['NO_COLOR']) return false;
  const forced = environment['FORCE_COLOR'];
  if (forced) return forced !== '0' && forced !== 'false';
  return isTerminal && environment['TERM'] !== 'dumb';
}

interface ColourOptions {
  readonly isTerminal: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly argv: readonly string[];
}
