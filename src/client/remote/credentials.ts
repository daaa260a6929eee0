/*
 * The tokens of `coppice login`, in `<home>/credentials.toml`: one for each registry and tenant, in the order of the
 * logins. Only its owner may be able to read the file, and no message ever shows its content.
 */

import type { Files } from '../../system/files.js';
import { homePaths } from '../../system/home.js';
import { withLock } from '../../system/lock/lock.js';
import { printTomlValue } from '../../text/edit/toml.js';
import { CoppiceError } from '../../text/errors.js';
import { tokenBinding } from '../rules/environment-registry.js';
import { isSlug, registryUrl } from '../rules/item-names.js';
import type { RegistryAddress } from '../rules/manifest.js';
import { isSameRegistry } from '../rules/manifest.js';
import { readToml } from '../rules/toml-document.js';

export interface CredentialOptions {
  readonly files: Files;
  readonly home: string;
  /** As Node names it. Windows has no modes that say who may read. */
  readonly platform: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * `COPPICE_TOKEN` wins, for the registry that it is bound to: the one that `COPPICE_REGISTRY` names or, without that
 * variable, one with a login. Without either it is sent nowhere. The token of another registry or tenant is never used.
 */
export function findToken(options: CredentialOptions, registry: RegistryAddress): string | undefined {
  const stored = readCredentials(options).find((one) => isSameRegistry(one, registry))?.token;
  const given = options.environment[tokenVariable]?.trim();
  if (!given) return stored;
  const binding = tokenBinding(options.environment, registry);
  if (binding === 'another registry') return stored;
  if (binding === 'unbound' && stored === undefined) throw notBound(registry);
  return checkedToken(given, tokenVariable);
}

function notBound({ url, tenant }: RegistryAddress): CoppiceError {
  return new CoppiceError(
    'unauthorized',
    `${tokenVariable} was not sent to ${url}: nothing says that it belongs to that registry`,
    {
      hint: `if it does, set COPPICE_REGISTRY=${url} and COPPICE_TENANT=${tenant} with it; otherwise unset ${tokenVariable}`,
    },
  );
}

/** All registries with a token, the last login last. */
export function listLogins(options: CredentialOptions): readonly RegistryAddress[] {
  return readCredentials(options).map(({ url, tenant }) => ({ url, tenant }));
}

export async function storeToken(
  options: CredentialOptions,
  registry: RegistryAddress,
  token: string,
): Promise<void> {
  const checked = checkedToken(token, 'the input');
  const { url, tenant } = registry;
  await change(options, (known) => [
    ...known.filter((one) => !isSameRegistry(one, registry)),
    { url, tenant, token: checked },
  ]);
}

/** False if there was no token. */
export async function forgetToken(options: CredentialOptions, registry: RegistryAddress): Promise<boolean> {
  return await change(options, (known) => known.filter((one) => !isSameRegistry(one, registry)));
}

const tokenVariable = 'COPPICE_TOKEN';
interface Credential extends RegistryAddress {
  readonly token: string;
}

function readCredentials(options: CredentialOptions): readonly Credential[] {
  const path = pathIn(options);
  const file = options.files.read(path);
  if (file === undefined) return [];
  if (options.platform !== 'win32' && (file.stat.mode & 0o077) !== 0)
    throw new CoppiceError('no-permission', `${path} can be read by other users`, {
      hint: `run \`chmod 600 ${path}\`; if others may have read it, revoke the tokens and log in again`,
    });
  const document = readToml(
    new TextDecoder().decode(file.bytes),
    path,
    'correct the file, or delete it and log in again',
  );
  document.tableAt([], ['registries']);
  const list = document.listAt(['registries']) ?? [];
  return [...list.keys()].map((index) => {
    const at = ['registries', index];
    document.tableAt(at, ['url', 'tenant', 'token']);
    const [url, tenant, token] = ['url', 'tenant', 'token'].map((key) => document.textAt([...at, key]));
    if (url === undefined || registryUrl(url) !== url)
      throw document.fault(at, 'url is not the address of a registry');
    if (tenant === undefined || !isSlug(tenant)) throw document.fault(at, 'tenant is not a slug');
    if (token === undefined || !isToken(token)) throw document.fault(at, 'token is missing or not a token');
    return { url, tenant, token };
  });
}

/** One process at a time: of two that read the same, one would lose what the other wrote. False where nothing changed. */
async function change(
  options: CredentialOptions,
  edit: (known: readonly Credential[]) => readonly Credential[],
): Promise<boolean> {
  const { files, home } = options;
  return await withLock(files, homePaths(home).lock('credentials'), { timeoutMs: 10_000 }, () => {
    const before = printCredentials(readCredentials(options));
    const after = printCredentials(edit(readCredentials(options)));
    if (after === before) return false;
    files.write(pathIn(options), new TextEncoder().encode(after), { mode: 0o600 });
    return true;
  });
}

function printCredentials(credentials: readonly Credential[]): string {
  const blocks = credentials.map(
    ({ url, tenant, token }) =>
      `\n[[registries]]\nurl = ${printTomlValue(url)}\ntenant = ${printTomlValue(tenant)}\ntoken = ${printTomlValue(token)}\n`,
  );
  return ['# Written by `coppice login`, the last login last. Keep this file secret.\n', ...blocks].join('');
}

/** Only characters that are safe in a header, so that nothing else can be injected into a request. */
function isToken(text: string): boolean {
  return /^[\x21-\x7e]{1,512}$/.test(text);
}

/** `source` is for the message, which never contains the token. */
export function checkedToken(text: string, source: string): string {
  const token = text.trim();
  if (isToken(token)) return token;
  throw new CoppiceError('bad-value', `${source} is not a token; a token is a single word such as cop_...`);
}

function pathIn({ home }: CredentialOptions): string {
  return homePaths(home).credentials;
}
