import { expect, test } from 'vitest';
import { filesOn } from '../../system/disk/disk-files.js';
import { memoryDisk } from '../../system/disk/memory-disk.js';
import { hookCommand } from './hooks.js';

const main = '/lib/node_modules/coppice/dist/main.js';
const own = `"/usr/bin/node" "${main}" evidence record --from claude-hook`;
const byName = 'coppice evidence record --from claude-hook';

interface Row {
  readonly links?: Readonly<Record<string, string>>;
  readonly searchPath?: string;
  readonly script?: string;
  readonly home?: string;
}

function check({ links = {}, searchPath = '', script = main, home }: Row, command: string): void {
  const disk = memoryDisk();
  const files = filesOn(disk);
  for (const folder of ['/lib/node_modules/coppice/dist', '/other', '/bin', '/app/node_modules/.bin']) {
    files.makeFolder(folder);
  }
  for (const path of [main, '/other/coppice', '/other/a "$b`c\\d']) files.write(path, new Uint8Array());
  for (const [path, target] of Object.entries(links)) disk.symlink(target, path);
  expect(
    hookCommand(files, { executable: '/usr/bin/node', script }, { agent: 'claude', searchPath, home }),
  ).toBe(command);
}

test('it is started by its name where the shell finds this very program by it', () => {
  const links = { '/bin/coppice': main };
  check({ links, searchPath: '/nowhere:/bin', script: '/bin/coppice' }, byName);
  check({ links, searchPath: '/bin', script: main }, byName);
});

test('it is started by its path where the name leads to nothing or to another one', () => {
  const links = { '/bin/coppice': main };
  check({}, own);
  check({ searchPath: '/other' }, own);
  check({ links, searchPath: '/other:/bin', script: '/bin/coppice' }, own);
});

test('a path that only lasts as long as npx or npm run does not count', () => {
  const links = { '/app/node_modules/.bin/coppice': main };
  check({ links, searchPath: '/app/node_modules/.bin', script: '/app/node_modules/.bin/coppice' }, own);
});

test('words are quoted for the shell, and another home is passed on', () => {
  check(
    { script: '/other/a "$b`c\\d', home: '/my home' },
    '"/usr/bin/node" "/other/a \\"\\$b\\`c\\\\d" --home "/my home" evidence record --from claude-hook',
  );
});
