/*
 * `coppice logout`: forgets the token for a registry. The registry goes on accepting it until it is revoked there.
 */

import { forgetToken, listLogins } from '../../client/remote/credentials.js';
import type { RegistryAddress } from '../../client/rules/manifest.js';
import { CoppiceError } from '../../text/errors.js';
import type { Context } from '../context.js';
import type { Input } from '../input.js';
import { credentialPlace, warn } from '../project.js';
import { givenUrl } from '../rules/item-flags.js';
import type { Report } from '../verb.js';

export async function runLogout(context: Context, input: Input): Promise<Report> {
  const credentials = credentialPlace(context, input);
  const [given, tenant] = [input.argument('url'), input.text('tenant')];
  const logins = listLogins(credentials);
  const url = given === undefined ? logins.at(-1)?.url : givenUrl(given);
  const meant = logins.filter((one) => one.url === url && (tenant ?? one.tenant) === one.tenant);
  // Without a registry it is the last login alone, not all at the same address.
  const chosen = given === undefined && tenant === undefined ? meant.slice(-1) : meant;
  if (chosen.length === 0)
    throw new CoppiceError(
      'not-found',
      `there is no login${url === undefined ? '' : ` to ${url}`}${tenant === undefined ? '' : ` of ${tenant}`} to forget`,
      { ...(logins.length > 0 && { hint: `there are: ${logins.map(placeText).join(', ')}` }) },
    );
  for (const place of chosen) await forgetToken(credentials, place);
  if (context.environment['COPPICE_TOKEN']) warn(context, 'COPPICE_TOKEN is set, and goes on being used');
  return {
    document: { loggedOut: chosen },
    text: chosen.map((one) => `logged out of ${placeText(one)}\n`).join(''),
  };
}

function placeText({ url, tenant }: RegistryAddress): string {
  return `${url} (${tenant})`;
}
