import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blockIn, cronBlock, withBlock, withoutBlock } from './cron.js';
import { anyJob, unlessRefused } from './job.arbitrary.js';
import { type Job, parseJob } from './job.js';

/** What cron hands to the shell: the line up to the first `%` that no backslash saves; the rest would be its input. */
function shellLine(command: string): string {
  let line = '';
  let isEscaped = false;
  for (const character of command) {
    if (isEscaped) {
      if (character === '%') line = line.slice(0, -1);
      isEscaped = false;
    } else if (character === '\\') isEscaped = true;
    else if (character === '%') throw new Error(`cron cuts the line after ${line}`);
    line += character;
  }
  return line;
}

/** The words of a shell, of single quotes and backslashes only. */
function shellWords(line: string): readonly string[] {
  return (line.match(/(?:'[^']*'|\\.|[^\s'\\])+/gsu) ?? []).map((word) =>
    word.replace(/'([^']*)'|\\(.)|([^'\\]+)/gsu, (_, quoted?: string, escaped?: string, plain = '') => {
      if (/[$`"*?#~<>|&;()[\]{}!]/.test(plain)) throw new Error(`the shell would act on ${plain}`);
      return quoted ?? escaped ?? plain;
    }),
  );
}

function commandIn(block: string): string {
  const [, command = ''] = /^(?:\S+ ){5}(.*)$/su.exec(block.split('\n')[2] ?? '') ?? [];
  return command;
}

function expectedWords({ environment, command }: Job): readonly string[] {
  return [...Object.entries(environment).map(([name, value]) => `${name}=${value}`), ...command];
}

test('cron and its shell read from the line exactly the words and variables of the job, and no other line', () => {
  fc.assert(
    fc.property(anyJob, (job) => {
      const block = unlessRefused(() => cronBlock(job));
      fc.pre(block !== undefined);
      const lines = block.split('\n');
      expect(lines.map((line) => line.startsWith('#'))).toEqual([true, true, false, true, false]);
      expect(lines[4]).toBe('');
      expect(shellWords(shellLine(commandIn(block)))).toEqual(expectedWords(job));
      expect(parseJob(block, cronBlock)).toEqual({ state: 'ours', job });
    }),
    { numRuns: 1000 },
  );
});

test('a real shell reads the same', () => {
  const words = fc.sample(anyJob, { numRuns: 300, seed: 1 }).flatMap(({ command }) => command.slice(1));
  const carried = words.filter((word) => !/[\0-\x08\x0a-\x1f\x7f\p{Cs}]/u.test(word));
  const job = {
    every: { name: 'daily', minute: 0 },
    command: ['/usr/bin/printf', '%s\\0', ...carried],
    environment: {},
  };
  const { stdout } = spawnSync('/bin/sh', ['-c', shellLine(commandIn(cronBlock(job)))], { encoding: 'utf8' });
  expect(stdout.split('\0').slice(0, -1)).toEqual(carried);
  expect(carried.length).toBeGreaterThan(100);
});

test('what a line cannot hold is refused', () => {
  fc.assert(
    fc.property(fc.constantFrom('\n', '\r', '\0', '\x1b', '\x7f', '\ud800'), anyJob, (character, job) => {
      const command = [...job.command, `a${character}`];
      expect(unlessRefused(() => cronBlock({ ...job, command }))).toBeUndefined();
      const environment = { COPPICE_HOME: character };
      expect(unlessRefused(() => cronBlock({ ...job, environment }))).toBeUndefined();
    }),
    { numRuns: 50 },
  );
});

const line = fc.constantFrom(
  '',
  'MAILTO=ada',
  '0 5 * * * echo "50\\%" é',
  '\t# \u2028 mine\r',
  '# coppice:schedule:start',
  '# coppice:schedule:started',
  'echo # coppice:schedule:end',
);
const table = fc.array(line, { maxLength: 6 }).map((lines) => lines.map((text) => `${text}\n`).join(''));
const block = (name: string) =>
  cronBlock({ every: { name: 'daily', minute: 0 }, command: [`/${name}`], environment: {} });

test('what is around the block stays, byte for byte', () => {
  fc.assert(
    fc.property(table, table, (before, after) => {
      const others = before + after;
      expect(withoutBlock(others)).toBe(others);
      expect(withoutBlock(withBlock(others, block('one')))).toBe(others);
      const between = before + block('one') + after;
      expect(withBlock(between, block('two'))).toBe(before + block('two') + after);
      expect(withoutBlock(between)).toBe(others);
      expect(blockIn(between)).toBe(block('one'));
    }),
    { numRuns: 300 },
  );
});

test('a last line without an end gets one before the block', () => {
  expect(withBlock('0 5 * * * ls', block('one'))).toBe(`0 5 * * * ls\n${block('one')}`);
});
