/*
 * `coppice logout`: removes the stored token of a registry. The registry still accepts it until it is revoked there.
 */

import type { Context } from '../../../app/context.js';
import { credentialOptions, remoteOf, warn } from '../../../app/project/project.js';
import { forgetToken, listLogins } from '../../../client/remote/credentials.js';
import type { RegistryAddress } from '../../../client/rules/manifest.js';
import { rightText } from '../../../registry/api/rights-text.js';
import type { WhoAnswer } from '../../../registry/api/routes/account.js';
import { CoppiceError } from '../../../text/errors.js';
import { printable } from '../../../text/printable.js';
import { parseRegistryUrl } from '../../rules/item-flags.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

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
    document: { ...remote.place, principal, role, scopes, expiresAt, rights: who.rights ?? [] },
    text: whoText(remote.place, who) + rightsText(who),
  };
}

/** A right in names without a namespace alone is what the scopes say. */
function rightsText({ rights = [] }: WhoAnswer): string {
  return rights.length < 2 ? '' : rights.map((right) => `  ${printable(rightText(right))}\n`).join('');
}

export function whoText(
  { url, tenant }: RegistryAddress,
  { principal, scopes, expires_at }: WhoAnswer,
): string {
  const end = expires_at === null ? '' : `, until ${expires_at}`;
  return `${printable(`${url} (${tenant}) as ${principal}, scopes: ${scopes.join(' ')}${end}`)}\n`;
}
