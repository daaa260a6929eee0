import { expect, test } from 'vitest';
import type { Disk } from '../../system/disk/disk.js';
import { filesOn } from '../../system/disk/disk-files.js';
import { memoryDisk } from '../../system/disk/memory-disk.js';
import { readSummary } from './read-summary.js';

const path = '/skill/SKILL.md';

/** Reads the summary of a file, and takes down how far into it the disk was read. */
function readCounted(text: string): { summary: ReturnType<typeof readSummary>; bytesRead: number } {
  const disk = memoryDisk();
  let bytesRead = 0;
  const counting: Disk = {
    ...disk,
    read: (fd, into, position) => {
      const length = disk.read(fd, into, position);
      bytesRead = Math.max(bytesRead, position + length);
      return length;
    },
  };
  const files = filesOn(counting);
  files.makeFolder('/skill');
  files.create(path, new TextEncoder().encode(text));
  return { summary: readSummary(files, path, 'folder'), bytesRead };
}

const body = 'Body.\n'.repeat(50_000);

function textWithFrontmatter(bytes: number): string {
  const start = '---\nname: x\ndescription: y\nnote: ';
  const end = '\n---\n';
  return start + 'n'.repeat(bytes - start.length - end.length) + end;
}

test.each([
  [100, 2048],
  [2049, 4096],
  [4095, 4096],
  [4096, 4096],
  [4097, 8192],
  [10_000, 12_288],
  [100_000, 102_400],
])('frontmatter of %i bytes is read with %i bytes of the file', (frontmatterBytes, expected) => {
  const { summary, bytesRead } = readCounted(textWithFrontmatter(frontmatterBytes) + body);
  expect(summary?.summary).toMatchObject({ name: 'x', description: 'y', diagnostics: [] });
  expect(bytesRead).toBe(expected);
});

test.each([
  ['a file without frontmatter', body, 4096, 'no-frontmatter'],
  ['frontmatter that never closes', `---\nname: x\n${body}`, 262_144, 'frontmatter-too-long'],
  ['a missing description', `---\nname: x\n---\n${'#\n'.repeat(3000)}${body}`, 4096, 'description-missing'],
])('%s does not make it read on', (_, text, expected, code) => {
  const { summary, bytesRead } = readCounted(text);
  expect(summary?.summary.diagnostics.map((diagnostic) => diagnostic.code)).toContain(code);
  expect(bytesRead).toBe(expected);
});

test('a missing description is taken from what was read', () => {
  const { summary } = readCounted(`---\nname: x\n---\n# Title\n\nThe first line of prose.\n${body}`);
  expect(summary?.summary.description).toBe('The first line of prose.');
});

test('an absent file has no summary', () => {
  expect(readSummary(filesOn(memoryDisk()), path, 'folder')).toBeUndefined();
});

test('an empty file has the name of its folder', () => {
  expect(readCounted('').summary?.summary).toMatchObject({
    name: 'folder',
    description: 'Invoke the folder skill',
  });
});

test('a long name and description are cut, in characters', () => {
  const { summary } = readCounted(`---\nname: ${'😀'.repeat(70)}\ndescription: ${'é'.repeat(2000)}\n---\n`);
  expect(summary?.summary.name).toBe('😀'.repeat(64));
  expect(summary?.summary.description).toBe(`${'é'.repeat(1023)}…`);
});

test('the stat is that of the beginning, so a file that changes while it is read is read again later', () => {
  const disk = memoryDisk();
  const files = filesOn(disk);
  files.makeFolder('/skill');
  files.create(path, new TextEncoder().encode(textWithFrontmatter(5000)));
  const before = files.stat(path);
  const changing = {
    read: (...given: Parameters<typeof files.read>) => {
      const content = files.read(...given);
      files.write(path, new TextEncoder().encode(textWithFrontmatter(6000)));
      return content;
    },
  };
  expect(readSummary(changing, path, 'folder')?.stat).toEqual(before);
});

test('what the frontmatter says is in the summary', () => {
  const { summary } = readCounted(`---
name: x
description: y
category: tools
tags: [a, b]
pinned: true
platforms: [macOS]
requires: [one, two@1.0]
metadata:
  hermes:
    requires_tools: [shell]
---
`);
  expect(summary?.summary).toEqual({
    name: 'x',
    description: 'y',
    category: 'tools',
    tags: ['a', 'b'],
    pinned: true,
    platforms: ['macos'],
    requires: ['one', 'two'],
    conditions: {
      requiresTools: ['shell'],
      requiresToolsets: [],
      fallbackForTools: [],
      fallbackForToolsets: [],
    },
    diagnostics: [],
  });
});
