import fc from 'fast-check';
import { expect, test } from 'vitest';
import { outcomes } from './attempt.js';
import { attemptsOf } from './attempts-of.js';
import { commandsIn } from './commands-in.js';
import { unwrap } from './envelope.js';
import { maxShellCharacters, shellTokens } from './shell-tokens.js';

/** Pieces of shell text in any order, so that most texts are broken. */
const shellText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...[
          '&&',
          '||',
          ';',
          '|',
          '&',
          '\n',
          '(',
          ')',
          '{',
          '}',
          '"',
          "'",
          '`',
          '$(',
          '${',
          '<<EOF',
          '<<',
          '>',
          '2>&1',
          '#',
        ],
        ...[
          'if',
          'then',
          'else',
          'fi',
          'for',
          'do',
          'done',
          'case',
          'in',
          'esac',
          ';;',
          '[[',
          ']]',
          '((',
          '))',
          '!',
          '\\',
        ],
        ...[
          'bash -c',
          'sudo',
          'npx',
          'cd',
          'export A=b',
          'set -e',
          'npm test',
          'git push',
          '-m',
          'x',
          'EOF',
          ' ',
          '…',
        ],
      ),
      fc.string({ maxLength: 6 }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(' '));

const result = fc.oneof(
  fc.string(),
  fc
    .array(
      fc.constantFrom(
        'Exit code 1',
        'Error: x',
        'npm error y',
        '{"output":"',
        '"}',
        '[',
        '…',
        '\n',
        'Command: a',
        'Exit Code: 2',
        'Traceback (most recent call last):',
      ),
    )
    .map((parts) => parts.join('\n')),
  fc.json(),
);

const call = fc.record({
  event: fc.string(),
  at: fc.nat(),
  tool: fc.oneof(
    fc.constantFrom('Bash', 'exec_command', 'Edit', 'Read', 'WebFetch', 'mcp__a__b', ''),
    fc.string(),
  ),
  args: fc.oneof(
    shellText.map((command) => JSON.stringify({ command })),
    shellText,
    fc.json(),
    fc.string(),
  ),
  result,
  isError: fc.constantFrom(true, false, undefined),
});

test('any call has attempts, and a cause if and only if it failed', () => {
  fc.assert(
    fc.property(call, (facts) => {
      for (const attempt of attemptsOf(facts)) {
        expect(outcomes).toContain(attempt.outcome);
        expect(attempt.cause !== undefined).toBe(attempt.outcome === 'failed');
        expect(attempt.command.text).not.toContain('\n');
        expect(attempt.cause?.line.length ?? 0).toBeLessThanOrEqual(200);
      }
    }),
    { numRuns: 500 },
  );
});

test('a call that worked has no failed command whose exit code is shown', () => {
  fc.assert(
    fc.property(shellText, (command) => {
      const facts = {
        event: 'e',
        at: 0,
        tool: 'Bash',
        args: JSON.stringify({ command }),
        result: 'done',
        isError: false,
      };
      for (const { outcome } of attemptsOf(facts)) expect(outcome).not.toBe('failed');
    }),
  );
});

test('any text cut anywhere is split, and no word is lost or made up', () => {
  fc.assert(
    fc.property(shellText, fc.nat(), (text, seed) => {
      const cut = text.slice(0, seed % (text.length + 1));
      for (const token of shellTokens(cut)) if (token.kind === 'word') expect(cut).toContain(token.raw);
      commandsIn(cut);
    }),
    { numRuns: 500 },
  );
});

test('any output is unwrapped to text', () => {
  fc.assert(
    fc.property(fc.oneof(result, fc.anything()), (output) => {
      expect(typeof unwrap(output).text).toBe('string');
    }),
  );
});

/** Texts that make careless readers read the same characters again and again. */
const hostile: readonly (readonly [string, string])[] = [
  ['open substitutions', '$('],
  ['open groups', '('],
  ['open braces', '{ '],
  ['open quotes', `"'`],
  ['heredocs', 'cat <<EOF\n'],
  ['backslashes', '\\'],
  ['ifs', 'if a; then '],
  ['cases', 'case a in b) '],
  ['shells in shells', 'bash -c "'],
  ['commands', 'a && '],
  ['assignments', 'A=1 '],
  ['wrappers', 'time '],
];

test.each(hostile)('the number of tokens of %s grows with the text only', (_, part) => {
  const tokens = (times: number) => shellTokens(part.repeat(times)).length;
  expect(tokens(1_000)).toBeLessThanOrEqual(10 * tokens(100) + 20);
  expect(commandsIn(part.repeat(1_000)).commands.length).toBeLessThanOrEqual(100);
});

test('only the start of a very long text is read', () => {
  const text = 'echo a; '.repeat(50_000);
  expect(shellTokens(text)).toEqual(shellTokens(text.slice(0, maxShellCharacters)));
});
