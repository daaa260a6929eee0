import { expect, test } from 'vitest';
import { findBlock } from '../note/block.js';
import { item } from '../note/note.fixture.js';
import { linesIn, renderBlock, renderPointer, renderSupport, supportPath } from '../note/render.js';
import { stepOf, withPromotion } from './promotion.js';

test.each([
  [
    '`docker run x` fails with "Unable to find image": run `docker build -t x .` first (worked 4 of 4 times, last 2026-11-15).',
    'If `docker run x` fails with "Unable to find image", run `docker build -t x .` first.',
  ],
  [
    '`make` fails (exit 1): run `a`, then `b`, first (worked 3 of 3 times, last 2026-11-15).',
    'If `make` fails (exit 1), run `a`, then `b`, first.',
  ],
  [
    '`npm i` fails with "boom": edit `.npmrc` first (worked 3 of 3 times, last 2026-11-15).',
    'If `npm i` fails with "boom", edit `.npmrc` first.',
  ],
  [
    '`ship` fails with "refused": `ship --port 2222` worked (3 of 3).',
    'If `ship` fails with "refused", use `ship --port 2222` instead.',
  ],
  ['Users corrected this 3 times: "pass --language de".', 'Pass --language de.'],
  ['Users corrected this once: "why not pnpm?".', 'Why not pnpm?'],
  ['`make` fails with "boom" (3 sessions); no fix seen yet.', undefined],
  ['something else', undefined],
])('%j becomes the step %j', (line, step) => {
  expect(stepOf(line)).toBe(step);
});

const head = '---\nname: deploy\ndescription: Deploys.\n---\nDo it.\n';
const [first, second] = [item({ text: 'line one.' }), item({ text: 'line two.' })];
const block = renderBlock([first, second], 5).text;
const promoted = { step: 'Do this.', line: 'line one.' };

function check(text: string, expected: string, support?: string): void {
  const result = withPromotion(text, support, promoted);
  if (result.kind !== 'promoted') throw new Error(result.why);
  expect(result.text).toBe(expected);
}

const rest = renderBlock([second], 5).text;

test('the step gets a section before the note, and the line leaves the note', () => {
  check(`${head}\n${block}\ntail\n`, `${head}\n## Learned from use\n\n- Do this.\n\n${rest}\ntail\n`);
});

test('a second step goes to the end of the section', () => {
  const section = '## Learned from use\n\n- Before.\n';
  check(
    `${head}\n${section}\n## Next\n\n${block}\n`,
    `${head}\n${section}- Do this.\n\n## Next\n\n${rest}\n`,
  );
  check(`${head}\n${section}\n${block}\n`, `${head}\n${section}- Do this.\n\n${rest}\n`);
  check(`${head}\n${block}\n\n${section.trimEnd()}`, `${head}\n${rest}\n\n${section}- Do this.\n`);
});

test('the last line takes the note with it', () => {
  const text = `${head}\n${renderBlock([first], 5).text}\n`;
  check(text, `${head}\n## Learned from use\n\n- Do this.\n`);
});

test('line endings stay', () => {
  const crlf = `${head}\n${block}\n`.replaceAll('\n', '\r\n');
  check(crlf, `${head}\n## Learned from use\n\n- Do this.\n\n${rest}\n`.replaceAll('\n', '\r\n'));
});

test('a line in the support file leaves it too, and the last one removes both', () => {
  const pointer = renderPointer([first], supportPath('deploy'));
  const text = `${head}\n${pointer}\n`;
  const both = withPromotion(text, renderSupport('deploy', [first, second]).text, promoted);
  if (both.kind !== 'promoted') throw new Error(both.why);
  expect(linesIn(both.support ?? '')).toEqual(['line two.']);
  expect(findBlock(both.text).kind).toBe('block');
  const last = withPromotion(text, renderSupport('deploy', [first]).text, promoted);
  expect(last).toMatchObject({ kind: 'promoted', support: null });
  expect(last.kind === 'promoted' && findBlock(last.text).kind).toBe('none');
});

test.each<[string, string, Partial<typeof promoted>]>([
  ['a line that is not there', `${head}\n${block}\n`, { line: 'line three.' }],
  ['a skill without a note', head, {}],
  ['two lines', `${head}\n${block}\n`, { step: 'a\n## Heading' }],
  ['nothing', `${head}\n${block}\n`, { step: '' }],
  ['a comment', `${head}\n${block}\n`, { step: 'a <!-- b -->' }],
  ['a command that runs at once', `${head}\n${block}\n`, { step: 'a !`date`' }],
  ['a step that is too long', `${head}\n${block}\n`, { step: 'x'.repeat(1_001) }],
])('%s is refused', (_, text, changes) => {
  expect(withPromotion(text, undefined, { ...promoted, ...changes })).toMatchObject({ kind: 'refused' });
});
