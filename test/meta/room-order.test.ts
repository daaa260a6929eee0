import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { onlyForTests, projectRoot, sourceFiles } from './sources.js';

/*
 * ARCHITECTURE.md states the order of a room's folders, lowest first, in a line below the room's heading:
 * "**Order**: `rules`, `store`, `.`" (`.` stands for the files of the room itself). A folder that is not named there
 * belongs to the one above it.
 */
const files = sourceFiles('src').filter(({ path }) => !onlyForTests.test(path) && path.split('/').length > 2);
const orders = statedOrders(readFileSync(join(projectRoot, 'ARCHITECTURE.md'), 'utf8'));

test('every room with more than one folder states their order', () => {
  const rooms = [...new Set(files.map(({ path }) => roomOf(path)))];
  const folders = (room: string) =>
    new Set(files.filter(({ path }) => roomOf(path) === room).map(({ path }) => dirname(path)));
  expect(rooms.filter((room) => folders(room).size > 1 && !orders.has(room))).toEqual([]);
});

test('every folder of a stated order exists', () => {
  const missing = [...orders].flatMap(([room, folders]) =>
    folders
      .filter((folder) => !files.some(({ path }) => folderIn(room, path, [folder]) === folder))
      .map((folder) => `${room}: ${folder}`),
  );
  expect(missing).toEqual([]);
});

test('a folder imports only folders that are below it', () => {
  const broken = files.flatMap(({ path, imports }) => {
    const room = roomOf(path);
    const order = orders.get(room);
    if (order === undefined) return [];
    const rank = (of: string) => order.indexOf(folderIn(room, of, order) ?? '');
    return imports
      .filter((target) => roomOf(target) === room && target.startsWith('src/') && rank(target) > rank(path))
      .map((target) => `${path} imports ${target}`);
  });
  expect(broken).toEqual([]);
});

test('every folder of a room with an order is in it', () => {
  const strangers = files.filter(({ path }) => {
    const order = orders.get(roomOf(path));
    return order !== undefined && folderIn(roomOf(path), path, order) === undefined;
  });
  expect(strangers.map(({ path }) => path)).toEqual([]);
});

function statedOrders(text: string): ReadonlyMap<string, readonly string[]> {
  return new Map(
    [...text.matchAll(/^### `src\/([\w-]+)\/`[^\n]*\n(?:(?!^### )[\s\S])*?^\*\*Order\*\*: ([^\n]+)/gm)].map(
      ([, room = '', list = '']) => [room, [...list.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)],
    ),
  );
}

/** The longest folder of the order that the file is in. */
function folderIn(room: string, path: string, order: readonly string[]): string | undefined {
  const folder = dirname(path).slice(`src/${room}`.length + 1) || '.';
  return order
    .filter((name) => folder === name || folder.startsWith(`${name}/`))
    .sort((a, b) => b.length - a.length)[0];
}

function roomOf(path: string): string {
  return path.split('/')[1] ?? '';
}
