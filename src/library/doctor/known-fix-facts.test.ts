import { expect, test } from 'vitest';
import { fixFacts } from '../../skill/fix-facts.js';
import { seal } from '../../system/cache-file.js';
import { memoryFiles } from '../../system/disk/memory-disk.js';
import { knownFixFacts } from './known-fix-facts.js';

const bytes = (text: string) => new TextEncoder().encode(text);
const entry = { path: '/h/skills/saw/SKILL.md', folder: '/h/skills/saw' };
const unclosed = '---\nname: saw\ndescription: Cuts wood.\n';
const cache = '/h/cache/fixes.json';

function libraryWith(text: string, writesCaches = true) {
  const files = memoryFiles();
  files.makeFolder(entry.folder);
  files.write(entry.path, bytes(text));
  return { files, home: '/h', writesCaches };
}

async function factsIn(library: ReturnType<typeof libraryWith>) {
  return (await knownFixFacts(library, [entry]))(entry);
}

test('facts are remembered as they were found, and come from the cache the next time', async () => {
  const library = libraryWith(unclosed);
  const found = fixFacts(bytes(unclosed), 'saw');
  expect(found.codes).toEqual(['unclosed-frontmatter']);
  expect(await factsIn(library)).toEqual(found);
  // Other facts under the same key show that they come from there.
  const [key] = /[0-9a-f]{64}(?=":)/.exec(new TextDecoder().decode(library.files.read(cache)?.bytes)) ?? [];
  const other = { codes: ['not-utf8'], name: 'axe', nameCodes: [] };
  library.files.write(cache, bytes(seal(JSON.stringify({ [key ?? '']: other }))));
  expect(await factsIn(library)).toEqual(other);
});

test('other bytes and another name of the folder are looked at again', async () => {
  const library = libraryWith(unclosed);
  await factsIn(library);
  library.files.write(entry.path, bytes('Cuts wood.\n'));
  expect((await factsIn(library))?.codes).toContain('no-frontmatter');
  library.files.write(entry.path, bytes(unclosed));
  library.files.rename(entry.folder, '/h/skills/axe');
  const moved = { path: '/h/skills/axe/SKILL.md', folder: '/h/skills/axe' };
  expect((await knownFixFacts(library, [moved]))(moved)?.nameCodes).toEqual(['name-not-folder']);
});

test.each(['', '{}', seal('{"a":1}'), seal('[')])('a cache with %j counts as missing', async (content) => {
  const library = libraryWith(unclosed);
  library.files.makeFolder('/h/cache');
  library.files.write(cache, bytes(content));
  expect(await factsIn(library)).toEqual(fixFacts(bytes(unclosed), 'saw'));
});

test('a skill that cannot be read has no facts, and a dry run writes none', async () => {
  const library = libraryWith(unclosed, false);
  await factsIn(library);
  expect(library.files.stat(cache)).toBeUndefined();
  library.files.remove(entry.path);
  expect(await factsIn(library)).toBeUndefined();
});
