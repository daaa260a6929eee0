import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../system/clock.js';
import { type PlayResult, play } from './play.js';

/** With another program in the place of this one. */
async function played(source: string, keep = false): Promise<PlayResult & { readonly was: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'coppice-play-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const script = join(folder, 'program.mjs');
  writeFileSync(script, source);
  let was = '';
  const ended = await play({
    program: { executable: process.execPath, script },
    clock: systemClock,
    packages: folder,
    keep,
    signal: new AbortController().signal,
    onFolder: (made) => {
      was = made;
      onTestFinished(() => rmSync(made, { recursive: true, force: true }));
    },
    onChapter: () => undefined,
    onStep: () => undefined,
    onNarration: () => undefined,
  });
  return { ...ended, was };
}

test('a command that fails ends it, and is named', async () => {
  const { ok, folder, steps, error, was } = await played('console.error("out of paper"); process.exit(3);');
  expect(error).toEqual({ code: 'internal', message: '`coppice` ended with 3: out of paper' });
  expect([ok, folder, steps.map(({ exitCode }) => exitCode)]).toEqual([false, null, [3]]);
  expect(existsSync(was)).toBe(false);
});

test('the folder is kept where that is wished for', async () => {
  const { folder, was } = await played('process.exit(1);', true);
  expect(folder).toBe(was);
  expect(readdirSync(join(was, 'home')).sort()).toEqual(['.agents', '.claude', '.codex', '.coppice', 'work']);
});

test('commands know nothing of the machine but the folder and its clock', async () => {
  const { error } = await played(
    'console.error(Object.keys(process.env).sort().join(" ")); process.exit(1);',
  );
  expect(error?.message.split(': ')[1]?.split(' ')).toEqual(
    expect.arrayContaining(['COPPICE_NOW', 'HOME', 'PATH']),
  );
  expect(error?.message).not.toMatch(/COPPICE_HOME|COPPICE_DATABASE_URL|CODEX_HOME|CLAUDE_CONFIG_DIR/);
});
