/*
 * Signing in from a terminal with a browser: on the same machine by a redirect to this program (RFC 8252, with PKCE), on
 * another one by a code that the person types (RFC 8628). Both end with a token of the person.
 */

import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { CoppiceError, hasCode } from '../../text/errors.js';
import { parseJson } from '../../text/json.js';
import { isObject } from '../../text/shape.js';
import { isSlug } from '../rules/item-names.js';
import { shownText } from '../rules/registry-answer.js';
import { checkedToken } from './credentials.js';
import { callOverHttp, exchange } from './http-exchange.js';
import { listenForCode } from './loopback-listener.js';
import { defaultLimits } from './registry-api.js';

export interface ProgramSignIn {
  /** Of the registry. */
  readonly url: string;
  /** What the person sees: the program and the machine. */
  readonly program: string;
  /** Scopes with blanks between, or nothing for those that need no asking. */
  readonly scope: string;
  readonly wait?: (ms: number) => Promise<unknown>;
}

export interface ProgramToken {
  readonly token: string;
  readonly tenant: string;
}

/** `show` is called with the address to open and the code to type there. */
export async function signInByDevice(
  request: ProgramSignIn,
  show: (address: string, code: string) => void,
): Promise<ProgramToken> {
  const { url, program, scope, wait = delay } = request;
  const started = await post(url, '/v1/auth/device_authorization', {
    client_id: program,
    ...(scope !== '' && { scope }),
  });
  const {
    device_code: device,
    user_code: code,
    verification_uri: page,
    interval,
    expires_in: life,
  } = started;
  if (!isText(device) || !isText(code) || !isText(page) || !isSeconds(interval) || !isSeconds(life))
    throw strange(url, 'it does not say where to sign in');
  // A registry that is known by another address too must still not send anybody to a page elsewhere.
  show(isOf(url, page) ? shownText(page) : `${url}/device`, shownText(code));
  let pauseMs = interval * 1_000;
  for (let waitedMs = 0; waitedMs < life * 1_000; waitedMs += pauseMs) {
    await wait(pauseMs);
    const answer = await poll(url, device);
    if (answer['error'] === undefined) return tokenIn(url, answer);
    if (answer['error'] === 'slow_down') pauseMs += 5_000;
    else if (answer['error'] !== 'authorization_pending') throw refused(answer['error']);
  }
  throw refused('expired_token');
}

/** A registry that cannot be reached for a moment is asked again. */
async function poll(url: string, device: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return await post(url, '/v1/auth/token', {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: device,
    });
  } catch (error) {
    if (hasCode(error, 'unavailable')) return { error: 'slow_down' };
    throw error;
  }
}

/** `open` is called with the address to open, and may open it in a browser. */
export async function signInByRedirect(
  request: ProgramSignIn,
  open: (address: string) => Promise<void>,
): Promise<ProgramToken> {
  const { url, program, scope } = request;
  const [state, verifier] = [randomText(), randomText()];
  const listener = await listenForCode(state);
  try {
    const address = new URL(`${url}/authorize`);
    address.search = new URLSearchParams({
      program,
      ...(scope !== '' && { scope }),
      redirect_uri: listener.address,
      state,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    }).toString();
    await open(address.href);
    const code = await listener.code;
    if (code === undefined) throw refused('access_denied');
    const answer = await post(url, '/v1/auth/token', {
      grant_type: 'authorization_code',
      code,
      redirect_uri: listener.address,
      code_verifier: verifier,
    });
    if (answer['error'] !== undefined) throw refused(answer['error']);
    return tokenIn(url, answer);
  } finally {
    listener.close();
  }
}

/** The answer, also where it is a refusal of OAuth. Throws `not-found` for a registry that does not know this. */
async function post(
  url: string,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, unknown>>> {
  const outcome = await exchange(
    {
      method: 'POST',
      url: new URL(url + path),
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams(fields).toString(),
      maxBytes: 64 * 1_024,
    },
    defaultLimits,
    callOverHttp,
  );
  if (outcome.kind === 'unreachable')
    throw new CoppiceError('unavailable', `${url} ${outcome.why}`, {
      hint: outcome.hint ?? 'try again later',
    });
  if (outcome.kind === 'too-long') throw strange(url, 'its response is too long');
  const { status, bytes } = outcome;
  if (status === 404 || status === 405)
    throw new CoppiceError('not-found', `${url} cannot sign a program in with a browser`, {
      hint: 'log in with a token: coppice login URL --tenant T --token',
    });
  const answer = parseJson(new TextDecoder().decode(bytes));
  if (!isObject(answer)) throw strange(url, `it answers with status ${status}`);
  if (status === 200 || (status === 400 && isText(answer['error']) && isText(answer['error_description'])))
    return answer;
  const message = isText(answer['message']) ? shownText(answer['message']) : `status ${status}`;
  throw new CoppiceError(status >= 500 ? 'unavailable' : 'bad-value', `${url} refuses: ${message}`);
}

function tokenIn(
  url: string,
  { access_token: text, tenant }: Readonly<Record<string, unknown>>,
): ProgramToken {
  if (!isText(text) || !isText(tenant) || !isSlug(tenant)) throw strange(url, 'it sends no token');
  return { token: checkedToken(text, 'what the registry sends'), tenant };
}

function refused(error: unknown): CoppiceError {
  switch (error) {
    case 'access_denied':
      return new CoppiceError('forbidden', 'the sign-in was refused in the browser');
    case 'expired_token':
      return new CoppiceError('unauthorized', 'nobody agreed in the browser within ten minutes', {
        hint: 'run the command again',
      });
    default:
      return new CoppiceError(
        'unauthorized',
        `the registry refuses the sign-in (${shownText(String(error))})`,
        {
          hint: 'run the command again',
        },
      );
  }
}

function strange(url: string, fault: string): CoppiceError {
  return new CoppiceError('bad-answer', `${url} does not respond like a registry: ${fault}`, {
    hint: 'check the address',
  });
}

/** A registry must not send a person to somebody else's page. */
function isOf(url: string, address: string): boolean {
  return (
    URL.canParse(address) &&
    ['http:', 'https:'].includes(new URL(address).protocol) &&
    isSameSite(url, address)
  );
}

function isSameSite(url: string, address: string): boolean {
  return new URL(url).host === new URL(address).host;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isSeconds(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 3_600;
}

function randomText(): string {
  return randomBytes(32).toString('base64url');
}
