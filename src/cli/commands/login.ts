/*
 * `coppice login`: a token for a registry, kept once the registry has accepted it.
 */

import { checkedToken, storeToken } from '../../client/remote/credentials.js';
import { httpRemote } from '../../client/remote/http-remote.js';
import type { Remote } from '../../client/remote/remote.js';
import type { WhoAnswer } from '../../registry/api/routes/account.js';
import { promptHidden } from '../../system/terminal/hidden-prompt.js';
import { CoppiceError } from '../../text/errors.js';
import type { Context } from '../context.js';
import type { Input } from '../input.js';
import { credentialPlace, warn } from '../project.js';
import { givenPlace } from '../rules/item-flags.js';
import type { Report } from '../verb.js';
import { needed } from '../whole-number.js';
import { whoText } from './whoami.js';

export async function runLogin(context: Context, input: Input): Promise<Report> {
  const place = givenPlace(input.argument('url') ?? '', needed(input, 'login', 'tenant'));
  const token = await tokenFor(context, input, place.url);
  const remote = httpRemote({ place, token, warn: (sentence) => warn(context, sentence) });
  const who = await tried(remote);
  await storeToken(credentialPlace(context, input), place, token);
  if (context.environment['COPPICE_TOKEN'])
    warn(context, 'COPPICE_TOKEN is set, and is used instead of what was stored');
  return {
    document: { ...place, principal: who.principal, scopes: who.scopes, expiresAt: who.expires_at },
    text: `logged in to ${whoText(place, who)}`,
    talk: 'hint: coppice init makes a manifest with this registry\n',
  };
}

async function tokenFor(context: Context, input: Input, url: string): Promise<string> {
  const given = input.isOn('token-stdin')
    ? new TextDecoder().decode(context.readStdin())
    : await promptHidden(`token for ${url}: `);
  if (given === undefined)
    throw new CoppiceError('usage', 'there is no terminal to ask for the token', {
      hint: 'give it on stdin, with --token-stdin',
    });
  if (given.trim() === '') throw new CoppiceError('bad-value', 'no token was given');
  return checkedToken(given, 'what was given');
}

async function tried(remote: Remote): Promise<WhoAnswer> {
  try {
    return await remote.whoAmI();
  } catch (error) {
    if (!(error instanceof CoppiceError) || error.code !== 'unauthorized') throw error;
    throw new CoppiceError(error.code, error.message, {
      hint: 'look whether the tenant is spelled right and the token is whole; one that has expired must be made anew',
      cause: error,
    });
  }
}
