import { expect, test } from 'vitest';
import { filesOn } from '../../system/disk/disk-files.js';
import { everyFault } from '../../system/disk/faulty-disk.js';
import { memoryDisk } from '../../system/disk/memory-disk.js';
import type { Files } from '../../system/files.js';
import { hookArguments, hookEvents } from '../rules/hook-settings.js';
import { findHooks, installHooks, uninstallHooks } from './hooks.js';

const path = '/u/.claude/settings.json';
const command = `coppice ${hookArguments('claude')}`;
const options = { agent: 'claude' as const, command, home: '/u/.coppice', dryRun: false };

function world(settings?: string) {
  const disk = memoryDisk();
  const files = filesOn(disk);
  files.makeFolder('/u/dotfiles');
  if (settings !== undefined) {
    files.makeFolder('/u/.claude');
    files.write(path, new TextEncoder().encode(settings), { mode: 0o640 });
  }
  return { disk, files };
}

function textAt(files: Files, name = path): string | undefined {
  const content = files.read(name);
  return content && new TextDecoder('utf-8', { ignoreBOM: true }).decode(content.bytes);
}

test('settings that are not there are made, private, with their folder', () => {
  const { files } = world();
  const { before, after, hooks } = installHooks(files, path, options);
  expect({ before, hooks }).toEqual({
    before: '',
    hooks: { installed: hookEvents('claude'), missing: [], outdated: false, command },
  });
  expect(textAt(files)).toBe(after);
  expect(files.stat(path)?.mode).toBe(0o600);
  expect(findHooks(files, path)).toEqual(hooks);
});

test('uninstalling gives the same bytes back, and the mode stays throughout', () => {
  const { files } = world('\uFEFF{"a": 1}');
  installHooks(files, path, options);
  expect(files.stat(path)?.mode).toBe(0o640);
  expect(uninstallHooks(files, path, options).hooks.installed).toEqual([]);
  expect(textAt(files)).toBe('\uFEFF{"a": 1}');
  expect(files.stat(path)?.mode).toBe(0o640);
});

test.each<[string, string | undefined]>([
  ['was not there', undefined],
  ['was empty', ''],
  ['had white space alone', '\n  \n'],
  ['had an empty object', '{}'],
])('settings that %s are so again after the hooks', (_, before) => {
  const { files } = world(before);
  installHooks(files, path, options);
  installHooks(files, path, { ...options, command: `other ${command}` });
  expect(uninstallHooks(files, path, { ...options, dryRun: true }).after).toBe(before ?? '');
  expect(textAt(files)).toContain('hooks');
  uninstallHooks(files, path, options);
  expect(textAt(files)).toBe(before);
});

test('settings that were made for the hooks stay once somebody else has written into them', () => {
  const { files } = world();
  installHooks(files, path, options);
  const text = (textAt(files) ?? '').replace('{', '{\n  "model": "opus",');
  files.write(path, new TextEncoder().encode(text));
  uninstallHooks(files, path, options);
  expect(JSON.parse(textAt(files) ?? '')).toEqual({ model: 'opus' });
});

test('an empty object that somebody wrote later is theirs', () => {
  const { files } = world();
  installHooks(files, path, options);
  uninstallHooks(files, path, options);
  files.write(path, new TextEncoder().encode('{}'));
  installHooks(files, path, options);
  uninstallHooks(files, path, options);
  expect(textAt(files)).toBe('{}');
});

test('nothing is written when nothing changes, or when it is only asked what would', () => {
  const { files } = world('{}');
  const inode = () => files.stat(path)?.inode;
  const first = inode();
  expect(installHooks(files, path, { ...options, dryRun: true }).after).toContain(command);
  uninstallHooks(files, path, options);
  expect([textAt(files), inode()]).toEqual(['{}', first]);
  installHooks(files, path, options);
  const second = inode();
  const { before, after } = installHooks(files, path, options);
  expect([after, inode()]).toEqual([before, second]);
});

test('uninstalling makes nothing where nothing is', () => {
  const { files } = world();
  expect(uninstallHooks(files, path, options)).toMatchObject({ before: '', after: '' });
  expect(files.stat('/u/.claude')).toBeUndefined();
});

test('a link stays a link, and what it leads to is written', () => {
  const { disk, files } = world();
  files.makeFolder('/u/.claude');
  files.write('/u/dotfiles/claude.json', new TextEncoder().encode('{}'));
  disk.symlink('/u/dotfiles/claude.json', path);
  installHooks(files, path, options);
  expect(files.stat(path, { follow: false })?.kind).toBe('link');
  expect(textAt(files, '/u/dotfiles/claude.json')).toContain(command);
});

test('a link that leads nowhere is refused', () => {
  const { disk, files } = world();
  files.makeFolder('/u/.claude');
  disk.symlink('/u/dotfiles/gone.json', path);
  expect(() => installHooks(files, path, options)).toThrow(expect.objectContaining({ code: 'not-found' }));
  expect(findHooks(files, path).installed).toEqual([]);
});

test('bytes that are no text are refused, and stay', () => {
  const { files } = world();
  files.makeFolder('/u/.claude');
  files.write(path, Uint8Array.of(0x7b, 0xff, 0x7d));
  expect(() => installHooks(files, path, options)).toThrow(expect.objectContaining({ code: 'bad-config' }));
  expect(files.read(path)?.bytes).toEqual(Uint8Array.of(0x7b, 0xff, 0x7d));
});

test.each([
  ['settings', '{"a": 1}'],
  ['no settings', undefined],
])('what another program writes between the first look at %s and the last is not lost', (_, settings) => {
  let refused = 0;
  let current = world(settings);
  const other = '{"written": "meanwhile"}';
  const write = () => {
    current.files.makeFolder('/u/.claude');
    current.files.write(path, new TextEncoder().encode(other));
  };
  for (const fault of everyFault({ act: 'meanwhile', run: write })) {
    current = world(settings);
    try {
      installHooks(filesOn(fault.on(current.disk)), path, options);
    } catch (error) {
      expect(error, `${fault}`).toMatchObject({ code: 'changed-on-disk' });
      expect(textAt(current.files), `${fault}`).toBe(other);
      refused += 1;
    }
  }
  expect(refused).toBeGreaterThan(0);
});

test.each([
  { act: 'fail', code: 'ENOSPC' } as const,
  { act: 'short-write' } as const,
  { act: 'stop' } as const,
])('a disk error ($act) leaves the old settings or the new ones', (act) => {
  const after = installHooks(world('{"a": 1}').files, path, options).after;
  for (const fault of everyFault(act)) {
    const { disk, files } = world('{"a": 1}');
    try {
      installHooks(filesOn(fault.on(disk)), path, options);
    } catch (error) {
      expect(error, `${fault}`).toBeInstanceOf(Error);
    }
    expect(['{"a": 1}', after], `${fault}`).toContain(textAt(files));
  }
});
