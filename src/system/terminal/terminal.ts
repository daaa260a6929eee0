/*
 * What the terminal can show. Built once, at the edge, from the streams and the environment of the process; all code
 * that prints uses only this value.
 */

import { type Colours, colours, wantsColour } from '../../text/colour.js';

export interface Terminal {
  /** For the result. */
  readonly stdout: Screen;
  /** For notes: progress, warnings, errors. */
  readonly stderr: Screen;
  /** Whether characters beyond ASCII can be shown. */
  readonly unicode: boolean;
}

interface Screen {
  write(text: string): void;
  /** Whether the output goes to a person, and not to a pipe or file. */
  readonly isTerminal: boolean;
  /** Whether a line can be redrawn in place. */
  readonly canRedraw: boolean;
  readonly width: number;
  readonly colours: Colours;
}

/** The part of `process` that is used. */
interface TerminalSource {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly environment: Environment;
  readonly argv?: readonly string[];
}

interface OutputStream {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** A stream takes milliseconds to open, so each is opened when something asks for its screen. */
export function terminalOf(source: TerminalSource): Terminal {
  let stdout: Screen | undefined;
  let stderr: Screen | undefined;
  return {
    get stdout() {
      stdout ??= screen(source.stdout, source);
      return stdout;
    },
    get stderr() {
      stderr ??= screen(source.stderr, source);
      return stderr;
    },
    unicode: drawsUnicode(source.environment),
  };
}

function screen(stream: OutputStream, { environment, argv = [] }: TerminalSource): Screen {
  const isTerminal = stream.isTTY === true;
  return {
    write: (text) => {
      stream.write(text);
    },
    isTerminal,
    canRedraw: isTerminal && environment['TERM'] !== 'dumb',
    width: positive(stream.columns) ?? positive(Number(environment['COLUMNS'])) ?? 80,
    colours: colours(wantsColour({ isTerminal, environment, argv })),
  };
}

function positive(columns: number | undefined): number | undefined {
  return columns !== undefined && Number.isInteger(columns) && columns > 0 ? columns : undefined;
}

/** False for a locale that is not UTF-8, and on the Linux console, which has few glyphs. */
function drawsUnicode(environment: Environment): boolean {
  const locale = environment['LC_ALL'] || environment['LC_CTYPE'] || environment['LANG'] || 'UTF-8';
  return /utf-?8/i.test(locale) && environment['TERM'] !== 'linux';
}
