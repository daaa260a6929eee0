import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeTemporaryFolder } from './temporary-folder.js';

function folder() {
  const made = makeTemporaryFolder('coppice-temporary-');
  onTestFinished(() => made.remove());
  return made;
}

test('files are found in order, with their content, and all of it is removed', () => {
  const made = folder();
  made.write('work/b.txt', 'two');
  made.write('work/a/c.sh', 'three', true);
  expect(made.filesIn('work', 10).map(({ path, sizeBytes }) => [path, sizeBytes])).toEqual([
    ['a/c.sh', 5],
    ['b.txt', 3],
  ]);
  expect(made.filesIn('work', 1)).toHaveLength(1);
  expect(new TextDecoder().decode(made.read('work/b.txt', 2))).toBe('tw');
  mkdirSync(join(made.path, 'work/closed'));
  writeFileSync(join(made.path, 'work/closed/x'), '');
  chmodSync(join(made.path, 'work/closed'), 0o500);
  made.remove();
  expect(existsSync(made.path)).toBe(false);
});

test('nothing is read through a link, whoever put it there', () => {
  const [secret, made] = [folder(), folder()];
  secret.write('id_rsa', 'private');
  made.makeFolder('work');
  symlinkSync(secret.path, join(made.path, 'work/inside'));
  symlinkSync(join(secret.path, 'id_rsa'), join(made.path, 'work/file'));
  expect(made.filesIn('work', 10)).toEqual([]);
  expect(made.read('work/file', 10)).toBeUndefined();
  expect(made.read('work/inside/id_rsa', 10)).toBeUndefined();
  rmSync(join(made.path, 'work'), { recursive: true });
  symlinkSync(secret.path, join(made.path, 'work'));
  expect(made.filesIn('work', 10)).toEqual([]);
  made.remove();
  expect(existsSync(join(secret.path, 'id_rsa'))).toBe(true);
});

test('a folder that is gone has no files', () => {
  expect(folder().filesIn('none', 10)).toEqual([]);
});
