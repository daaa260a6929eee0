import { expect, test } from 'vitest';
import { filesOn } from '../../system/disk/disk-files.js';
import { memoryDisk } from '../../system/disk/memory-disk.js';
import { acquireLock } from '../../system/lock/lock.js';
import { distrustProject, type TrustOptions, trustedProjects, trustProject } from './trust.js';

const configPath = '/user/.coppice/config.toml';

function world(texts: Readonly<Record<string, string>> = {}) {
  const disk = memoryDisk();
  const files = filesOn(disk);
  for (const folder of [
    '/user/.coppice',
    '/work/one/.git',
    '/work/one/src',
    '/work/two/.git',
    '/work/plain',
  ]) {
    files.makeFolder(folder);
  }
  for (const [path, text] of Object.entries(texts)) files.write(path, new TextEncoder().encode(text));
  const options: TrustOptions = { files, home: '/user/.coppice', userHome: '/user', configPath };
  const configText = (path = configPath) =>
    new TextDecoder('utf-8', { ignoreBOM: true }).decode(files.read(path)?.bytes);
  return { disk, files, options, configText };
}

test('trusting a project writes its real path, once, and makes a private file', async () => {
  const { disk, files, options, configText } = world();
  disk.symlink('/work/one', '/work/link');
  const projects = ['/work/one'];
  const change = { project: '/work/one', trusted: true, projects };
  expect(await trustProject(options, '/work/link/src')).toEqual({ ...change, changed: true });
  expect(await trustProject(options, '/work/one')).toEqual({ ...change, changed: false });
  expect(configText()).toBe('[library]\ntrusted_projects = ["/work/one"]\n');
  expect(files.stat(configPath)?.mode).toBe(0o600);
  expect(trustedProjects(options)).toEqual(projects);
});

test('the rest of the file, its mode and its byte order mark stay', async () => {
  const { disk, files, options, configText } = world({
    [configPath]: '\uFEFF# mine\n[library]\ntrusted_projects = [\n  "/work/two", # team\n]\n',
  });
  disk.chmod(configPath, 0o640);
  await trustProject(options, '/work/one');
  expect(configText()).toBe(
    '\uFEFF# mine\n[library]\ntrusted_projects = [\n  "/work/two", # team\n  "/work/one",\n]\n',
  );
  expect(files.stat(configPath)?.mode).toBe(0o640);
});

test('a configuration that is kept elsewhere by a link is written there', async () => {
  const { disk, files, options, configText } = world({ '/work/plain/config.toml': '# mine\n' });
  disk.symlink('/work/plain/config.toml', configPath);
  await trustProject(options, '/work/one');
  expect(files.stat(configPath, { follow: false })?.kind).toBe('link');
  expect(configText('/work/plain/config.toml')).toBe(
    '# mine\n\n[library]\ntrusted_projects = ["/work/one"]\n',
  );
});

test('trust is taken back, however it is spelled and even when the project is gone', async () => {
  const { files, options } = world({
    [configPath]: 'library.trusted_projects = ["~/gone", "/work/one", "/work/two/"]\n',
  });
  files.makeFolder('/user/x');
  expect(await distrustProject(options, '/user/gone')).toMatchObject({
    changed: true,
    project: '/user/gone',
  });
  expect(await distrustProject(options, '/work/one/src')).toMatchObject({ changed: true, trusted: false });
  expect(await distrustProject(options, '/work/two')).toMatchObject({ changed: true, projects: [] });
  expect(await distrustProject(options, '/work/two')).toMatchObject({ changed: false });
});

test('a folder outside a project, or a configuration that cannot be edited, is refused and nothing is written', async () => {
  const broken = world({ [configPath]: 'library = [' });
  const inline = world({ [configPath]: 'library = {create_in = "home"}\n' });
  const latin = world();
  latin.files.write(configPath, Uint8Array.of(0x23, 0xe9, 0x0a));
  const fine = world();
  for (const [{ options, configText }, folder, code] of [
    [fine, '/work/plain', 'not-found'],
    [fine, '/work/nowhere', 'not-found'],
    [broken, '/work/one', 'bad-config'],
    [inline, '/work/one', 'bad-config'],
    [latin, '/work/one', 'bad-config'],
  ] as const) {
    const before = configText();
    await expect(trustProject(options, folder)).rejects.toMatchObject({ code });
    expect(configText()).toBe(before);
    expect(options.files.list('/user/.coppice/locks') ?? []).toEqual([]);
  }
});

test('a change waits for another one of the same configuration', async () => {
  const { files, options, configText } = world();
  files.makeFolder('/user/.coppice/locks');
  const lock = await acquireLock(files, '/user/.coppice/locks/config', { timeoutMs: 1000 });
  const change = trustProject(options, '/work/one');
  expect(configText()).toBe('');
  lock.release();
  expect(await change).toMatchObject({ changed: true });
});

test('a list that cannot be set without changing more is refused, with the line to write', async () => {
  const { options } = world({ [configPath]: 'library = {create_in = "home"}\n' });
  await expect(trustProject(options, '/work/one')).rejects.toMatchObject({
    code: 'bad-config',
    hint: 'set it by hand: library.trusted_projects = ["/work/one"]',
  });
});
