import fc from 'fast-check';
import { expect, test } from 'vitest';
import { typedInvocation } from './invocation.js';

const known = new Set(['/a', '/b', '/c', '/d', '/e', '/f']);

test('the commands in front are taken, the rest is the instruction as it was typed', () => {
  check('/a', ['/a'], '');
  check('/a find  cats\nand dogs ', ['/a'], 'find  cats\nand dogs');
  check('  /a\t/b \n do it', ['/a', '/b'], 'do it');
  check('/a /b', ['/a', '/b'], '');
});

test('the first word that is not a known command ends them', () => {
  check('/a /x /b', ['/a'], '/x /b');
  check('/a b /b', ['/a'], 'b /b');
  check('/a /etc/hosts', ['/a'], '/etc/hosts');
});

test('the first word is taken whether it is known or not, with or without a slash', () => {
  check('/x /a', ['/x', '/a'], '');
  check('x y', ['x'], 'y');
});

test('at most five are taken', () => {
  check('/a /b /c /d /e /f go', ['/a', '/b', '/c', '/d', '/e'], '/f go');
});

test('empty input has no command', () => {
  check('', [], '');
  check(' \n ', [], '');
});

test('nothing of what was typed is lost', () => {
  const words = fc
    .array(fc.constantFrom('/a', '/b', '/x', 'a', ' ', '\n', '  '))
    .map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(words, (typed) => {
      const { commands, instruction } = typedInvocation(typed, (word) => known.has(word));
      const left = commands.reduce((rest, command) => rest.trimStart().slice(command.length), typed.trim());
      expect(left.trimStart()).toBe(instruction);
      expect(typed.trim().endsWith(instruction)).toBe(true);
    }),
  );
});

function check(typed: string, commands: readonly string[], instruction: string): void {
  expect(
    typedInvocation(typed, (word) => known.has(word)),
    typed,
  ).toEqual({ commands, instruction });
}
