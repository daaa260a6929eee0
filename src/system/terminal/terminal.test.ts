import { expect, test } from 'vitest';
import { terminalOf } from './terminal.js';

interface Given {
  readonly stdout?: { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr?: { readonly isTTY?: boolean; readonly columns?: number };
  readonly environment?: Readonly<Record<string, string>>;
}

function terminal({ stdout = {}, stderr = {}, environment = {} }: Given) {
  const written: string[] = [];
  const stream = (name: string) => ({ write: (text: string) => written.push(`${name}: ${text}`) });
  const made = terminalOf({
    stdout: { ...stream('stdout'), ...stdout },
    stderr: { ...stream('stderr'), ...stderr },
    environment,
  });
  return { ...made, written };
}

test('each stream is described for itself, and written to', () => {
  const { stdout, stderr, written } = terminal({ stderr: { isTTY: true, columns: 120 } });
  expect(stdout).toMatchObject({ isTerminal: false, canRedraw: false, width: 80 });
  expect(stderr).toMatchObject({ isTerminal: true, canRedraw: true, width: 120 });
  expect([stdout.colours.bold('x'), stderr.colours.bold('x')]).toEqual(['x', '\x1B[1mx\x1B[22m']);
  stdout.write('result');
  stderr.write('talk');
  expect(written).toEqual(['stdout: result', 'stderr: talk']);
});

test('the width is that of the terminal, else of COLUMNS, else 80', () => {
  const rows: readonly (readonly [number | undefined, string, number])[] = [
    [132, '', 132],
    [132, '40', 132],
    [undefined, '40', 40],
    [0, '40', 40],
    [undefined, '', 80],
    [undefined, 'wide', 80],
    [undefined, '-3', 80],
  ];
  for (const [columns, variable, expected] of rows) {
    const stdout = columns === undefined ? {} : { columns };
    expect(terminal({ stdout, environment: { COLUMNS: variable } }).stdout.width).toBe(expected);
  }
});

test('a dumb terminal is a terminal, but cannot draw a line again', () => {
  const { stdout } = terminal({ stdout: { isTTY: true }, environment: { TERM: 'dumb' } });
  expect(stdout).toMatchObject({ isTerminal: true, canRedraw: false });
  expect(stdout.colours.red('x')).toBe('x');
});

test('more than ASCII is drawn unless the locale or the console rules it out', () => {
  const rows: readonly (readonly [Readonly<Record<string, string>>, boolean])[] = [
    [{}, true],
    [{ LANG: 'en_GB.UTF-8' }, true],
    [{ LANG: 'C.utf8' }, true],
    [{ LANG: 'C' }, false],
    [{ LANG: 'POSIX' }, false],
    [{ LANG: 'de_DE.ISO-8859-1' }, false],
    [{ LANG: 'C', LC_CTYPE: 'en_GB.UTF-8' }, true],
    [{ LANG: 'en_GB.UTF-8', LC_ALL: 'C' }, false],
    [{ LANG: 'en_GB.UTF-8', LC_ALL: '' }, true],
    [{ LANG: 'en_GB.UTF-8', TERM: 'linux' }, false],
  ];
  for (const [environment, expected] of rows)
    expect([environment, terminal({ environment }).unicode]).toEqual([environment, expected]);
});
