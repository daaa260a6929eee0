import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import type { Context } from '../../src/app/context.js';
import { contextWith } from '../../src/app/context.world.js';
import { firstCases } from '../../src/cli/commands/eval/init.js';
import { fixedClock } from '../../src/system/clock.js';
import { nodeFiles } from '../../src/system/disk/node-disk.js';
import { promptLine } from '../../src/system/terminal/prompt.js';
import { emptyHome, type Home } from './coppice.js';

const now = Date.UTC(2026, 5, 15, 12);
const environment = { COPPICE_NOW: new Date(now).toISOString() };
/** A made-up key in the format that the scanner detects. */
const key = ['ghp', 'q7Xw2LmR9vTn4KcB8sYd1ZfG6hJp3AeU5oNi'].join('_');
const file = '.coppice/skills/tide/evals/triggers.json';

/** Two requests that led to the skill, one of them with a secret, and one that led to another. */
function homeWithEvidence(): Home {
  const home = emptyHome();
  home.coppice(['create', 'tide', '--description', 'Tells when it is high water.']);
  home.coppice(['create', 'poems', '--description', 'Writes poems about the sea.']);
  const lines = [
    ['tide', 'When is high water in Husum tomorrow?'],
    ['tide', `Use ${key} to read the tide of Emden for me.`],
    ['poems', 'Write me a poem about the North Sea.'],
  ].flatMap(([skill, text], at) => [
    { type: 'prompt', session: `s${at}`, id: `p${at}`, at: now - 9_000 + at * 10, text },
    { type: 'load', session: `s${at}`, id: `l${at}`, at: now - 8_999 + at * 10, skill },
  ]);
  home.put('.coppice/sessions/all.jsonl', lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  home.coppice(['evidence', 'backfill'], { environment });
  return home;
}

/** What a person sees and types: each answer is given when a question is on the screen. */
async function init(home: Home, answers: readonly string[], onQuestion: () => void = () => undefined) {
  const screen: string[] = [];
  const output = new PassThrough();
  output.on('data', (piece) => screen.push(String(piece)));
  let asked = 0;
  const ask = async (question: string) => {
    onQuestion();
    const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined });
    const answer = promptLine(question, { input, output });
    const typed = answers[asked];
    asked += 1;
    if (typed === undefined) input.end();
    else input.write(`${typed}\r`);
    return await answer;
  };
  const context: Context = {
    ...contextWith({ files: nodeFiles }),
    clock: fixedClock(now),
    workingFolder: home.path,
    home: join(home.path, '.coppice'),
    userHome: home.path,
  };
  const report = await firstCases(context, { skill: 'tide', days: 90, limit: 10, isDryRun: false }, ask);
  return { report, asked, screen: screen.join('') };
}

test('each request is shown redacted, and becomes a case only by a yes', async () => {
  const home = homeWithEvidence();
  const { report, asked, screen } = await init(home, ['yes', 'n', 'y']);
  expect(asked).toBe(3);
  expect(screen).toMatch(
    /read the tide of Emden for me\.\r?\n {2}should load the skill; make it a case\? \[y\/N\/q\]/,
  );
  expect(screen).toMatch(/a poem about the North Sea\.\r?\n {2}should not load the skill; make it a case\?/);
  expect(screen).not.toContain(key);
  const written = readFileSync(join(home.path, file), 'utf8');
  expect(written).not.toContain(key);
  expect(JSON.parse(written)).toEqual([
    { query: expect.stringMatching(/^Use .+ to read the tide of Emden for me\.$/), should_trigger: true },
    { query: 'Write me a poem about the North Sea.', should_trigger: false },
  ]);
  expect(report.text).toMatch(
    /^wrote 2 cases to evals\/triggers\.json of home:tide\nundo with: coppice undo /,
  );
  const { entry } = report.document as { entry: string };
  expect(home.coppice(['undo', entry]).code).toBe(0);
  expect(existsSync(join(home.path, file))).toBe(false);
});

test.each([
  ['q ends the questions', ['q'], 1],
  ['an empty answer is a no', ['', '', ''], 3],
  ['anything but a yes is a no', ['yep', 'ja', 'Y or n'], 3],
  ['an input that ends is a no', [], 3],
])('%s, and without a yes nothing is written', async (_, answers, count) => {
  const home = homeWithEvidence();
  const { report, asked } = await init(home, answers);
  expect([asked, report.notes]).toEqual([count, 'nothing was written\n']);
  expect(existsSync(join(home.path, '.coppice/skills/tide/evals'))).toBe(false);
});

test('what was chosen before q is written, and a second set does not replace it', async () => {
  const home = homeWithEvidence();
  await init(home, ['y', 'q']);
  const written = readFileSync(join(home.path, file), 'utf8');
  expect(JSON.parse(written)).toHaveLength(1);
  // Before anything is asked.
  await expect(init(home, ['y', 'y', 'y'], () => expect.fail('asked'))).rejects.toMatchObject({
    code: 'already-exists',
  });
  expect(readFileSync(join(home.path, file), 'utf8')).toBe(written);
});
