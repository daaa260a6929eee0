import { existsSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { filesOn } from './disk-files.js';
import { nodeDisk, nodeFiles } from './node-disk.js';

const bytes = new TextEncoder().encode('secret');
/** As on systems where an open folder has no path of its own. */
const plainDisk = { ...nodeDisk, pathOf: () => undefined };
const plainFiles = filesOn(plainDisk);

let root: string;
const at = (path: string) => join(root, path);

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'coppice-folder-')));
  mkdirSync(at('skill/references'), { recursive: true });
  mkdirSync(at('elsewhere/references'), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));

/** What an attacker does between the check and the write. */
function swapForLink(path: string): void {
  renameSync(at(path), at('moved'));
  symlinkSync(at('elsewhere'), at(path));
}

test.runIf(process.platform === 'linux')('a link swapped in does not redirect a write', () => {
  const skill = nodeFiles.openFolder(at('skill'));
  swapForLink('skill');
  nodeFiles.write(`${skill.path}/SKILL.md`, bytes);
  nodeFiles.create(`${skill.path}/references/a.md`, bytes);
  skill.close();
  expect(nodeFiles.read(at('moved/SKILL.md'))?.bytes).toEqual(bytes);
  expect(existsSync(at('moved/references/a.md'))).toBe(true);
  expect(existsSync(at('elsewhere/SKILL.md'))).toBe(false);
  expect(existsSync(at('elsewhere/references/a.md'))).toBe(false);
});

test.runIf(process.platform === 'linux')(
  'a link swapped in for a child is refused, or comes too late',
  () => {
    const skill = nodeFiles.openFolder(at('skill'));
    const references = skill.child('references');
    swapForLink('skill/references');
    nodeFiles.write(`${references?.path}/a.md`, bytes);
    expect(existsSync(at('moved/a.md'))).toBe(true);
    expect(() => skill.child('references')).toThrow(expect.objectContaining({ code: 'path-unsafe' }));
    references?.close();
    skill.close();
  },
);

test('without a path of its own, a swap is noticed when a child is opened and when the folder is closed', () => {
  const skill = plainFiles.openFolder(at('skill'));
  expect(skill.path).toBe(at('skill'));
  skill.child('references')?.close();
  swapForLink('skill');
  const refusal = expect.objectContaining({
    code: 'path-unsafe',
    message: expect.stringContaining(at('skill')),
  });
  expect(() => skill.child('references')).toThrow(refusal);
  expect(() => skill.close()).toThrow(refusal);
  expect(() => skill.close()).not.toThrow();
});

test('a link is refused even where the system would open it', () => {
  const following = filesOn({ ...plainDisk, open: (path, _, mode) => nodeDisk.open(path, 'folder', mode) });
  symlinkSync('skill', at('link'));
  for (const path of [at('link'), at('link/')]) {
    expect(() => following.openFolder(path), path).toThrow(expect.objectContaining({ code: 'path-unsafe' }));
  }
  following.openFolder(at('skill/')).close();
});
