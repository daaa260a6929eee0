/*
 * `coppice login`: a token for a registry, stored once the registry has accepted it. A person signs in with a browser, on
 * this machine or on another; a script gives a token.
 */

import { hostname } from 'node:os';
import type { Context } from '../../../app/context.js';
import { credentialOptions, warn } from '../../../app/project/project.js';
import { checkedToken, storeToken } from '../../../client/remote/credentials.js';
import { httpRemote } from '../../../client/remote/http-remote.js';
import {
  type ProgramSignIn,
  type ProgramToken,
  signInByDevice,
  signInByRedirect,
} from '../../../client/remote/program-sign-in.js';
import type { Remote } from '../../../client/remote/remote.js';
import type { WhoAnswer } from '../../../registry/api/routes/account.js';
import { openForPerson } from '../../../system/process/background.js';
import { promptHidden } from '../../../system/terminal/hidden-prompt.js';
import { CoppiceError, hasCode } from '../../../text/errors.js';
import { printable } from '../../../text/printable.js';
import { parseRegistryUrl, parseSlug } from '../../rules/item-flags.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';
import { whoText } from './account.js';

export async function runLogin(context: Context, input: Input<'login'>): Promise<Report> {
  const url = parseRegistryUrl(input.argument('url'));
  const given = input.text('tenant');
  const wanted = given === undefined ? undefined : parseSlug(given, 'a tenant');
  const { token, tenant } = await obtained(context, input, url, wanted);
  const place = { url, tenant };
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

async function obtained(
  context: Context,
  input: Input<'login'>,
  url: string,
  tenant: string | undefined,
): Promise<ProgramToken> {
  const ways = (['token', 'token-stdin', 'device'] as const).filter((name) => input.isOn(name));
  if (ways.length > 1) throw new CoppiceError('usage', `use either --${ways.join(' or --')}`);
  if (input.isOn('token') || input.isOn('token-stdin')) {
    if (tenant === undefined)
      throw new CoppiceError('usage', 'a token is for one tenant: name it with --tenant');
    return { token: await givenToken(context, input, url), tenant };
  }
  const signedIn = await inBrowser(context, input, url);
  if (tenant === undefined || signedIn.tenant === tenant) return signedIn;
  throw new CoppiceError('conflict', `you agreed as a member of ${signedIn.tenant}, not of ${tenant}`, {
    hint: `sign in to ${tenant} in the browser and run the command again; revoke the new token on the page Tokens`,
  });
}

async function inBrowser(context: Context, input: Input<'login'>, url: string): Promise<ProgramToken> {
  const { terminal } = context;
  const request: ProgramSignIn = {
    url,
    program: `coppice on ${hostname()}`.slice(0, 80),
    scope: input.isOn('admin') ? 'skills:read skills:publish skills:curate tenant:admin' : '',
  };
  const note = (text: string) => terminal.stderr.write(printable(text, { multiline: true }));
  if (input.isOn('device'))
    return signInByDevice(request, (address, code) =>
      note(`Open this address in a browser, on any machine:\n  ${address}\nand type the code:\n  ${code}\n`),
    );
  if (!terminal.stderr.isTerminal)
    throw new CoppiceError('usage', 'there is no terminal, so nobody would see where to sign in', {
      hint: 'give a token on stdin with --token-stdin, or use --device',
    });
  return signInByRedirect(request, async (address) => {
    const isOpened = await openForPerson(address, context);
    note(
      `${isOpened ? 'Agree in your browser. If it does not open, use this address:' : 'Open this address in a browser on this machine:'}\n  ${address}\nOn another machine, use: coppice login ${url} --device\n`,
    );
  });
}

async function givenToken(context: Context, input: Input<'login'>, url: string): Promise<string> {
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
