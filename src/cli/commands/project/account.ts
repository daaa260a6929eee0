/*
 * `coppice login`: a token for a registry, stored once the registry has accepted it.
 */

import type { Context } from '../../../app/context.js';
import { credentialOptions, remoteOf, warn } from '../../../app/project/project.js';
import { checkedToken, forgetToken, listLogins, storeToken } from '../../../client/remote/credentials.js';
import { httpRemote } from '../../../client/remote/http-remote.js';
import type { Remote } from '../../../client/remote/remote.js';
import type { RegistryAddress } from '../../../client/rules/manifest.js';
import type { WhoAnswer } from '../../../registry/api/routes/account.js';
import { promptHidden } from '../../../system/terminal/hidden-prompt.js';
import { CoppiceError, hasCode } from '../../../text/errors.js';
import { printable } from '../../../text/printable.js';
import { parseRegistry, parseRegistryUrl } from '../../rules/item-flags.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

export async function runLogin(context: Context, input: Input<'login'>): Promise<Report> {
  const place = parseRegistry(input.argument('url'), input.text('tenant'));
  const token = await tokenFor(context, input, place.url);
  const remote = httpRemote({ place, token, warn: (sentence) => warn(context, sentence) });
  const who = await checkLogin(remote);
  await storeToken(credentialOptions(context), place, token);
  if (context.environment['COPPICE_TOKEN'])
    warn(context, 'COPPICE_TOKEN is set, and is used instead of the stored token');
  return {
    document: { ...place, principal: who.principal, scopes: who.scopes, expiresAt: who.expires_at },
    text: `logged in to ${whoText(place, who)}`,
    notes: 'hint: coppice init creates a manifest with this registry\n',
  };
}

async function tokenFor(context: Context, input: Input<'login'>, url: string): Promise<string> {
  const given = input.isOn('token-stdin')
    ? new TextDecoder().decode(context.readStdin())
    : await promptHidden(`token for ${url}: `);
  if (given === undefined)
    throw new CoppiceError('usage', 'there is no terminal to ask for the token', {
      hint: 'give it on stdin, with --token-stdin',
    });
  if (given.trim() === '') throw new CoppiceError('bad-value', 'no token was given');
  return checkedToken(given, 'the input');
}

async function checkLogin(remote: Remote): Promise<WhoAnswer> {
  try {
    return await remote.whoAmI();
  } catch (error) {
    if (!hasCode(error, 'unauthorized')) throw error;
    throw new CoppiceError(error.code, error.message, {
      hint: 'check that the tenant is spelled correctly and the token is complete; if it has expired, create a new one',
      cause: error,
    });
  }
}

/*
 * `coppice logout`: removes the stored token of a registry. The registry still accepts it until it is revoked there.
 */

export async function runLogout(context: Context, input: Input<'logout'>): Promise<Report> {
  const credentials = credentialOptions(context);
  const [given, tenant] = [input.argument('url'), input.text('tenant')];
  const logins = listLogins(credentials);
  const url = given === undefined ? logins.at(-1)?.url : parseRegistryUrl(given);
  const meant = logins.filter((one) => one.url === url && (tenant ?? one.tenant) === one.tenant);
  // Without a registry it is the last login alone, not all at the same address.
  const chosen = given === undefined && tenant === undefined ? meant.slice(-1) : meant;
  if (chosen.length === 0)
    throw new CoppiceError(
      'not-found',
      `there is no login${url === undefined ? '' : ` to ${url}`}${tenant === undefined ? '' : ` for ${tenant}`}`,
      { ...(logins.length > 0 && { hint: `logins: ${logins.map(registryText).join(', ')}` }) },
    );
  for (const place of chosen) await forgetToken(credentials, place);
  if (context.environment['COPPICE_TOKEN']) warn(context, 'COPPICE_TOKEN is set, and is still used');
  return {
    document: { loggedOut: chosen },
    text: chosen.map((one) => `logged out of ${registryText(one)}\n`).join(''),
  };
}

function registryText({ url, tenant }: RegistryAddress): string {
  return `${url} (${tenant})`;
}

/*
 * `coppice whoami`: your account and permissions in the registry.
 */

export async function runWhoami(context: Context): Promise<Report> {
  const remote = await remoteOf(context);
  const who = await remote.whoAmI();
  const { principal, role, scopes, expires_at: expiresAt } = who;
  return {
    document: { ...remote.place, principal, role, scopes, expiresAt },
    text: whoText(remote.place, who),
  };
}

export function whoText(
  { url, tenant }: RegistryAddress,
  { principal, scopes, expires_at }: WhoAnswer,
): string {
  const end = expires_at === null ? '' : `, until ${expires_at}`;
  return `${printable(`${url} (${tenant}) as ${principal}, scopes: ${scopes.join(' ')}${end}`)}\n`;
}
