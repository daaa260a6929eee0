import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fixedClock } from '../../../system/clock.js';
import { nodeFiles } from '../../../system/disk/node-disk.js';
import type { Files } from '../../../system/files.js';
import { terminalOf } from '../../../system/terminal/terminal.js';
import { CoppiceError } from '../../../text/errors.js';
import { runCommandLine } from '../../frame/command-line.js';
import { verbs } from '../../verbs.js';

/** A project with one skill of a folder installed, and another one in a folder. */
async function project() {
  const place = mkdtempSync(join(tmpdir(), 'coppice-edited-'));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  const folder = join(place, 'project');
  const path = (name: string) => join(folder, name);
  for (const name of ['one', 'two']) {
    mkdirSync(path(name), { recursive: true });
    writeFileSync(
      path(`${name}/SKILL.md`),
      `---\nname: ${name}\ndescription: Is ${name}.\n---\n\n# ${name}\n`,
    );
  }
  const coppice = async (words: readonly string[], changed: Partial<Files> = {}) => {
    const noted: string[] = [];
    const notes = (text: string) => void noted.push(text);
    const streams = { out: () => undefined, notes };
    const code = await runCommandLine(words, verbs, streams, async () => ({
      files: { ...nodeFiles, ...changed },
      clock: fixedClock(0),
      workingFolder: folder,
      home: join(place, 'home'),
      userHome: place,
      platform: process.platform,
      environment: {},
      terminal: terminalOf({ stdout: { write: notes }, stderr: { write: notes }, environment: {} }),
      program: { executable: '', script: '' },
      readStdin: () => new Uint8Array(),
    }));
    return { code, noted: noted.join('') };
  };
  const text = (name: string) => (existsSync(path(name)) ? readFileSync(path(name), 'utf8') : undefined);
  expect((await coppice(['init'])).code).toBe(0);
  expect((await coppice(['add', './one'])).code).toBe(0);
  return { path, text, coppice, both: () => [text('coppice.toml'), text('coppice.lock')] };
}

test('a manifest that cannot be written leaves the lock and the folders as they were', async () => {
  const { text, coppice, both } = await project();
  const before = both();
  const refused = await coppice(['add', './two'], {
    write: (path, bytes, options) => {
      if (path.endsWith('coppice.toml')) throw new CoppiceError('disk-full', 'no space is left');
      nodeFiles.write(path, bytes, options);
    },
  });
  expect(refused).toEqual({ code: 1, noted: 'error: no space is left (disk-full)\n' });
  expect(both()).toEqual(before);
  expect((await coppice(['ensure', '--frozen'])).code).toBe(0);
  expect(text('.claude/skills/one/SKILL.md')).toContain('# one');
  expect(text('.claude/skills/two/SKILL.md')).toBeUndefined();
});

test('an edit that somebody makes meanwhile is not lost', async () => {
  const { path, text, coppice } = await project();
  const [manifest, lock] = [text('coppice.toml') ?? '', text('coppice.lock')];
  const edited = `${manifest}# by hand\n`;
  const refused = await coppice(['add', './two'], {
    write: (name, bytes, options) => {
      if (name.endsWith('coppice.lock')) writeFileSync(path('coppice.toml'), edited);
      nodeFiles.write(name, bytes, options);
    },
  });
  expect(refused.code).toBe(1);
  expect(refused.noted).toContain('was changed meanwhile, and was not overwritten (changed-on-disk)\n');
  expect([text('coppice.toml'), text('coppice.lock')]).toEqual([edited, lock]);
});

test('a dry run of an edit changes nothing', async () => {
  const { text, coppice, both } = await project();
  const before = both();
  for (const words of [
    ['add', './two'],
    ['remove', 'one'],
  ])
    expect((await coppice([...words, '--dry-run'])).code).toBe(0);
  expect(both()).toEqual(before);
  expect(text('.claude/skills/two/SKILL.md')).toBeUndefined();
  expect(text('.claude/skills/one/SKILL.md')).toBeDefined();
});

test('outside of every project, the error says where to begin', async () => {
  const { coppice, path } = await project();
  rmSync(path('coppice.toml'));
  for (const verb of ['ensure', 'tree', 'verify', 'outdated', 'update'])
    expect(await coppice([verb]), verb).toEqual({
      code: 1,
      noted: expect.stringMatching(/^error: .* is not in a project \(not-found\)\nhint: .*coppice init.*\n$/),
    });
});
