import { expect, test } from 'vitest';
import { createEnvironmentFinder } from '../../scan/secrets/redact.js';
import { memoryFiles } from '../../system/disk/memory-disk.js';
import { homePaths } from '../../system/home.js';
import { dayMs } from '../../text/time.js';
import { dropSharedSecrets, readSharedSecrets, sharedRedactor, shareLearned } from './shared-secrets.js';

const home = '/u/.coppice';
const find = createEnvironmentFinder({});
const password = ['Fr0st', 'Lantern', '88'].join('-');

function place(session = 's-1') {
  const files = memoryFiles();
  files.makeFolder(home);
  return { files, home, session };
}

/** What one hook does. */
function hook(at: ReturnType<typeof place>, text: string): string {
  const redactor = sharedRedactor(at, find);
  const redacted = redactor.redact(text);
  shareLearned(at, redactor);
  return redacted;
}

test('what one hook of a session recognises, the next ones redact without its name', () => {
  const at = place();
  expect(hook(at, `export DB_PASSWORD=${password}`)).not.toContain(password);
  expect(hook(at, `connected with ${password}`)).not.toContain(password);
  expect(hook(at, `encoded: ${Buffer.from(password).toString('base64')}`)).toContain('[redacted:');
});

test('another session knows nothing about it, and the file has no value', () => {
  const at = place();
  hook(at, `export DB_PASSWORD=${password}`);
  expect(hook({ ...at, session: 's-2' }, `connected with ${password}`)).toContain(password);
  const stored = new TextDecoder().decode(at.files.read(homePaths(home).hookSecrets('s-1'))?.bytes);
  expect(stored).toContain('"known"');
  expect(stored).not.toContain(password);
});

test('a hook that learns nothing writes nothing, and an odd session id is part of no file name', () => {
  const at = place();
  hook(at, 'make test');
  hook({ ...at, session: '../s' }, `export DB_PASSWORD=${password}`);
  expect(at.files.list(home)).toEqual([]);
});

test('damaged lines are ignored', () => {
  const at = place();
  hook(at, `export DB_PASSWORD=${password}`);
  at.files.append(homePaths(home).hookSecrets('s-1'), new TextEncoder().encode('{"key":\n[]\n{"key":1}\n'));
  expect(readSharedSecrets(at)).toMatchObject({ secrets: [{ key: expect.any(String) }] });
});

test('the file goes when the session has ended, or after a week', () => {
  const at = place();
  hook(at, `export DB_PASSWORD=${password}`);
  const path = homePaths(home).hookSecrets('s-1');
  const { mtimeMs = 0 } = at.files.stat(path) ?? {};
  dropSharedSecrets(at, new Set(['s-2']), mtimeMs + 6 * dayMs);
  expect(at.files.stat(path)).toBeDefined();
  dropSharedSecrets(at, new Set(), mtimeMs + 8 * dayMs);
  expect(at.files.stat(path)).toBeUndefined();
  hook(at, `export DB_PASSWORD=${password}`);
  dropSharedSecrets(at, new Set(['s-1']), mtimeMs);
  expect(at.files.stat(path)).toBeUndefined();
});
