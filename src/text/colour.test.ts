import { expect, test } from 'vitest';
import { colours, wantsColour } from './colour.js';

test('the stream decides unless the environment or a flag does', () => {
  const rows: readonly (readonly [boolean, Readonly<Record<string, string>>, readonly string[], boolean])[] =
    [
      [true, {}, [], true],
      [false, {}, [], false],
      [true, { TERM: 'dumb' }, [], false],
      [true, { NO_COLOR: '1' }, [], false],
      [true, { NO_COLOR: '' }, [], true],
      [false, { FORCE_COLOR: '1' }, [], true],
      [false, { FORCE_COLOR: '1', TERM: 'dumb' }, [], true],
      [true, { FORCE_COLOR: '0' }, [], false],
      [true, { FORCE_COLOR: 'false' }, [], false],
      [true, { FORCE_COLOR: '' }, [], true],
      [false, { FORCE_COLOR: '1', NO_COLOR: '1' }, [], false],
      [false, { NO_COLOR: '1' }, ['list', '--color'], true],
      [true, { FORCE_COLOR: '1' }, ['list', '--no-color'], false],
      [true, {}, ['search', '--', '--no-color'], true],
    ];
  for (const [isTerminal, environment, argv, expected] of rows) {
    const question = { isTerminal, environment, argv };
    expect([question, wantsColour(question)]).toEqual([question, expected]);
  }
});

test('without colour a text is given back as it is', () => {
  expect(colours(false).red('text')).toBe('text');
  expect(colours(true).red('text')).toBe('\x1B[31mtext\x1B[39m');
});
