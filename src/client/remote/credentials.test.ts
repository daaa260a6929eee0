import { expect, test } from 'vitest';
import { filesOn } from '../../system/disk/disk-files.js';
import { everyFault } from '../../system/disk/faulty-disk.js';
import { memoryDisk } from '../../system/disk/memory-disk.js';
import { acquireLock } from '../../system/lock/lock.js';
import { CoppiceError } from '../../text/errors.js';
import { type CredentialOptions, findToken, forgetToken, listLogins, storeToken } from './credentials.js';

const acme = { url: 'https://e.org', tenant: 'acme' };
const other = { url: 'https://e.org', tenant: 'other' };
const path = '/home/credentials.toml';

function newPlace(environment: CredentialOptions['environment'] = {}) {
  const disk = memoryDisk();
  const files = filesOn(disk);
  files.makeFolder('/home');
  const put = (text: string, mode = 0o600) => {
    files.remove(path);
    files.create(path, new TextEncoder().encode(text), { mode });
  };
  const text = () => new TextDecoder().decode(files.read(path)?.bytes);
  const options: CredentialOptions = { files, home: '/home', platform: 'linux', environment };
  return { disk, options, put, text };
}

test('a token is found by its registry and tenant', async () => {
  const { options } = newPlace();
  expect(findToken(options, acme)).toBe(undefined);
  await storeToken(options, acme, ' cop_one\n');
  await storeToken(options, other, 'cop_two');
  expect(findToken(options, acme)).toBe('cop_one');
  expect(findToken(options, other)).toBe('cop_two');
  expect(findToken(options, { url: 'https://evil.org', tenant: 'acme' })).toBe(undefined);
  expect(findToken(options, { ...acme, tenant: 'third' })).toBe(undefined);
});

test('the last login is the last', async () => {
  const { options } = newPlace();
  for (const one of [acme, other, acme]) await storeToken(options, one, 'cop_x');
  expect(listLogins(options)).toEqual([other, acme]);
});

test('a token is replaced, and forgotten', async () => {
  const { options } = newPlace();
  await storeToken(options, acme, 'cop_old');
  await storeToken(options, acme, 'cop_new');
  expect(findToken(options, acme)).toBe('cop_new');
  expect(await forgetToken(options, acme)).toBe(true);
  expect(await forgetToken(options, acme)).toBe(false);
  expect(findToken(options, acme)).toBe(undefined);
});

test('COPPICE_TOKEN wins, unless it is empty', async () => {
  const { options } = newPlace({ COPPICE_TOKEN: ' cop_env\n' });
  await storeToken(options, acme, 'cop_file');
  expect(findToken(options, acme)).toBe('cop_env');
  expect(findToken({ ...options, environment: { COPPICE_TOKEN: ' ' } }, acme)).toBe('cop_file');
});

test('COPPICE_TOKEN is for the registry that COPPICE_REGISTRY names, where it names one', async () => {
  const { options } = newPlace({});
  await storeToken(options, acme, 'cop_file');
  const found = (registry: string, tenant?: string) =>
    findToken(
      {
        ...options,
        environment: { COPPICE_TOKEN: 'cop_env', COPPICE_REGISTRY: registry, COPPICE_TENANT: tenant },
      },
      acme,
    );
  expect(found(`${acme.url}/`)).toBe('cop_env');
  expect(found(`${acme.url}/acme`)).toBe('cop_env');
  expect(found(acme.url, 'acme')).toBe('cop_env');
  expect(found(acme.url, 'other')).toBe('cop_file');
  expect(found(`${acme.url}/other`)).toBe('cop_file');
  expect(found('https://elsewhere.example.com')).toBe('cop_file');
  expect(() => found('elsewhere')).toThrow('COPPICE_REGISTRY is not the address of a registry');
  expect(() => found(acme.url, 'A B')).toThrow('COPPICE_TENANT is not a slug');
});

test('COPPICE_TOKEN alone is for registries with a login, and refused for all others', async () => {
  const { options } = newPlace({ COPPICE_TOKEN: 'cop_env' });
  expect(() => findToken(options, acme)).toThrow(
    'COPPICE_TOKEN was not sent to https://e.org: nothing says that it belongs to that registry',
  );
  await storeToken(options, acme, 'cop_file');
  expect(findToken(options, acme)).toBe('cop_env');
  expect(() => findToken(options, other)).toThrow('was not sent');
});

test('the file is for its owner alone', async () => {
  const { options } = newPlace();
  await storeToken(options, acme, 'cop_x');
  expect(options.files.stat(path)?.mode).toBe(0o600);
});

test('a file that others can read is neither used nor added to, except where there are no modes', async () => {
  const { options, put, text } = newPlace();
  const written = '[[registries]]\nurl = "https://e.org"\ntenant = "acme"\ntoken = "cop_seen"\n';
  for (const mode of [0o640, 0o604, 0o620]) {
    put(written, mode);
    const refusal = expect.objectContaining({
      code: 'no-permission',
      hint: `run \`chmod 600 ${path}\`; if others may have read it, revoke the tokens and log in again`,
    });
    expect(() => findToken(options, acme)).toThrow(refusal);
    await expect(storeToken(options, acme, 'cop_new')).rejects.toThrow(refusal);
    expect(text()).toBe(written);
    expect(findToken({ ...options, platform: 'win32' }, acme)).toBe('cop_seen');
  }
});

test('what is no token is refused without being said', async () => {
  const { options } = newPlace();
  for (const token of ['', 'cop secret', 'cop_secret\r\nx-evil: 1', 'sécret', `secret${'x'.repeat(600)}`]) {
    const refused = await storeToken(options, acme, token).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      code: 'bad-value',
      message: 'the input is not a token; a token is a single word such as cop_...',
    });
  }
  const environment = { COPPICE_TOKEN: 'a secret', COPPICE_REGISTRY: acme.url };
  expect(() => findToken({ ...options, environment }, acme)).toThrow('COPPICE_TOKEN is not a token');
});

test('a damaged file is refused with its line, and nothing of it is said', () => {
  const { options, put } = newPlace();
  const check = (text: string, message: string) => {
    put(text);
    try {
      findToken(options, acme);
      expect.unreachable();
    } catch (error) {
      if (!(error instanceof CoppiceError)) throw error;
      expect(error.message).toBe(`${path}, ${message}`);
      expect(
        [error.message, error.hint, JSON.stringify(error.data), String(error.cause)].join(),
      ).not.toContain('secret');
    }
  };
  check(
    '[[registries]]\ntoken = "cop_secret\n',
    'line 2, column 20: control characters are not allowed in strings',
  );
  check('[[registries]]\ntoken = cop_secret\n', 'line 2, column 9: invalid value');
  check('[[registries]]\nurl = "x"\ntoken = "cop_secret"\n', 'line 1: url is not the address of a registry');
  check(
    '[[registries]]\nurl = "https://e.org"\ntenant = "acme"\ntoken = "cop secret"\n',
    'line 1: token is missing or not a token',
  );
  check('[[registries]]\nurl = "https://e.org"\ntoken = "cop_secret"\n', 'line 1: tenant is not a slug');
  check('tokens = ["secret"]\n', 'line 1: unknown key tokens');
});

test('a disk that fails anywhere leaves the old tokens or the new', async () => {
  for (const fault of everyFault({ act: 'fail', code: 'ENOSPC' })) {
    const { disk, options } = newPlace();
    await storeToken(options, acme, 'cop_old');
    const failing = { ...options, files: filesOn(fault.on(disk)) };
    const outcome = await storeToken(failing, acme, 'cop_new').catch((error: unknown) => error);
    if (outcome !== undefined) expect(outcome, String(fault)).toBeInstanceOf(CoppiceError);
    expect(['cop_old', 'cop_new'], String(fault)).toContain(findToken(options, acme));
  }
});

test('a login waits for another that is under way, and keeps what that wrote', async () => {
  const { options, put } = newPlace();
  options.files.makeFolder('/home/locks');
  const lock = await acquireLock(options.files, '/home/locks/credentials', { timeoutMs: 10_000 });
  const login = storeToken(options, acme, 'cop_x');
  put('[[registries]]\nurl = "https://e.org"\ntenant = "other"\ntoken = "cop_y"\n');
  lock.release();
  await login;
  expect(listLogins(options)).toEqual([other, acme]);
});
