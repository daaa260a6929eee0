import { expect, test } from 'vitest';
import { errorLineOf } from '../attempts/error-line.js';
import { resultText } from './result-text.js';

const asIs = { redact: (text: string) => text };
const lines = (count: number, words = 'building target') =>
  Array.from({ length: count }, (_, index) => `[${index}] ${words} ${index}`).join('\n');
const lengthOf = (text: string) => [...text].length;

test.for<[string, unknown, string]>([
  ['a text stays', 'done', 'done'],
  ['an exit code comes first', 'Exit code 2\nno such file', 'Exit code 2\nno such file'],
  [
    'JSON is unwrapped',
    '{"output":"port 22 refused","exit_code":1,"error":null}',
    'Exit code 1\nport 22 refused',
  ],
  ['a success too', '{"output":"deployed","exit_code":0}', 'Exit code 0\ndeployed'],
  ['a stated error is kept', '{"success":false,"error":"no such table"}', 'no such table'],
  ['content blocks become text', [{ type: 'text', text: 'not signed in' }], 'not signed in'],
])('%s', ([, output, expected]) => {
  expect(resultText(output, true, asIs)).toBe(expected);
});

test('the answer of a server that a command printed stays as it is', () => {
  const body = '{"error":{"code":422,"message":"name is required"}}';
  expect(resultText(body, false, asIs)).toBe(body);
  expect(resultText(`Exit code 0\n${body}`, false, asIs)).toContain('"error":');
});

test('of a long error, the start, the line that names it and the end stay', () => {
  const output = `Exit code 1\n> build\n${lines(60)}\nerror: linker "cc" not found\n${lines(60)}\nsee the log`;
  const text = resultText(output, true, asIs);
  expect(text).toMatch(/^Exit code 1\n> build\n/);
  expect(text).toContain('\nerror: linker "cc" not found\n');
  expect(text).toMatch(/see the log$/);
  expect(lengthOf(text)).toBeLessThanOrEqual(800);
});

test('a line that is in the start or the end is there once', () => {
  for (const output of [`error: no device\n${lines(80)}`, `${lines(80)}\nerror: no device`]) {
    const text = resultText(output, true, asIs);
    expect(text.split('error: no device')).toHaveLength(2);
    expect(lengthOf(text)).toBeLessThanOrEqual(800);
  }
});

test('of a long success, the start stays', () => {
  const text = resultText(lines(200), false, asIs);
  expect(lengthOf(text)).toBe(500);
  expect(text).toMatch(/^\[0\] building target 0\n.*…$/s);
});

test('code points are counted, and none is cut', () => {
  const text = resultText(`${'🚀'.repeat(2_000)}\nError: 🚀 failed\n${'🌲'.repeat(2_000)}`, true, asIs);
  expect(lengthOf(text)).toBeLessThanOrEqual(500);
  expect(text).toContain('Error: 🚀 failed');
  expect(text).not.toMatch(/\p{Cs}/u);
});

test('the parts of a long error are redacted, and a secret that was cut is dropped', () => {
  const secret = ['tok', 'x'.repeat(300)].join('_');
  const redact = (text: string) => text.replace(/tok_x{300}/g, '[redacted:TEST]');
  const filler = 'a line of output\n'.repeat(600);
  for (const output of [
    `${secret} ${filler}Error: ${secret}\n${filler.slice(0, 2_000)}${secret}`,
    `${filler}${secret}${filler.slice(0, 4_096)}Error: it failed`,
  ]) {
    const text = resultText(output, true, { redact });
    expect(text).not.toMatch(/x{20}/);
    expect(text).toContain('Error: ');
  }
});

test('the line that names the error is found in what is stored, although its surroundings are cut', () => {
  const output = [
    'FAILURE: Build failed with an exception.',
    '* What went wrong:',
    `Could not determine the dependencies of task ':${'x'.repeat(120)}'.`,
    '   > SDK location not found',
    '',
    '* Try:',
    ...Array.from({ length: 30 }, (_, index) => `> Run with option ${index} to get more output.`),
    '> Get more help at the site.',
    'BUILD FAILED in 3s',
  ].join('\n');
  expect(errorLineOf(resultText(output, true, asIs))).toBe('SDK location not found');
});
