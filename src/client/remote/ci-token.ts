/*
 * A token for publishing from CI without a stored secret: the run asks its provider for an identity token that is for this
 * registry alone, and the registry exchanges it. GitHub and Forgejo give the run an address to ask; GitLab puts the token
 * into the variable that the job names.
 */

import { CoppiceError } from '../../text/errors.js';
import { parseJson } from '../../text/json.js';
import { isObject } from '../../text/shape.js';
import type { RegistryAddress } from '../rules/manifest.js';
import { checkedToken } from './credentials.js';
import { callOverHttp, exchange } from './http-exchange.js';
import { defaultLimits, type RegistryAccess, registryApi } from './registry-api.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** Undefined outside CI, and in a run that cannot have an identity token. */
export async function ciToken(
  environment: Environment,
  place: RegistryAddress,
  access: Pick<RegistryAccess, 'warn' | 'limits'> = {},
): Promise<string | undefined> {
  const identity = givenIdentity(environment, place) ?? (await requestedIdentity(environment, place));
  if (identity === undefined) return undefined;
  const api = registryApi({ place, token: undefined, ...access });
  const { value } = await api.ask((routes) => routes.exchangeIdentity, { body: { token: identity } });
  return checkedToken(value.token, 'what the registry sends');
}

/** One for another registry is not sent: whoever has that token could use it there. */
function givenIdentity(environment: Environment, { url }: RegistryAddress): string | undefined {
  const given = environment['COPPICE_ID_TOKEN']?.trim();
  if (!given) return undefined;
  const payload = Buffer.from(given.split('.')[1] ?? '', 'base64url').toString('utf8');
  const claims = parseJson(payload);
  const audience = isObject(claims) ? claims['aud'] : undefined;
  if ([audience].flat().every((one) => one === url)) return given;
  throw new CoppiceError('unauthorized', `COPPICE_ID_TOKEN is not for ${url}, and was not sent there`, {
    hint: `in the job, name its audience: id_tokens: { COPPICE_ID_TOKEN: { aud: "${url}" } }`,
  });
}

async function requestedIdentity(
  environment: Environment,
  { url: audience }: RegistryAddress,
): Promise<string | undefined> {
  const [address, token] = ['ACTIONS_ID_TOKEN_REQUEST_URL', 'ACTIONS_ID_TOKEN_REQUEST_TOKEN'].map((name) =>
    environment[name]?.trim(),
  );
  if (!address || !token || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  url.searchParams.set('audience', audience);
  const request = { method: 'GET', url, headers: { authorization: `Bearer ${token}` }, maxBytes: 64 * 1_024 };
  const outcome = await exchange(request, defaultLimits, callOverHttp);
  const answer =
    outcome.kind === 'unreachable' || outcome.kind === 'too-long'
      ? undefined
      : parseJson(new TextDecoder().decode(outcome.bytes));
  const identity = isObject(answer) ? answer['value'] : undefined;
  if (typeof identity === 'string') return identity;
  throw new CoppiceError('unavailable', `${url.host} gives this run no identity token`, {
    hint: 'the job needs the permission id-token: write',
  });
}
