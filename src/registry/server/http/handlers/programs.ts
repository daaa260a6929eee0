/*
 * Handlers of signing a program in from a browser. The endpoints for programs refuse as OAuth does.
 */

import type { programRoutes } from '../../../api/routes/programs.js';
import { shownCode } from '../../../rules/sign-in/program-request.js';
import {
  authorizeLoopback,
  decideProgram,
  type Exchange,
  exchangeDeviceCode,
  exchangeLoopbackCode,
  findProgram,
  intervalSeconds,
  programMs,
  startDevice,
} from '../../../sign-in/program-sign-ins.js';
import type { Answer, Handlers } from '../handler.js';

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

export const programHandlers: Handlers<typeof programRoutes> = {
  startDevice: async ({ registry, body, ip, origin }) => {
    const { client_id: program, scope = '' } = body;
    const { deviceCode, userCode } = await startDevice(registry, { program, scope, ip });
    return {
      json: {
        device_code: deviceCode,
        user_code: shownCode(userCode),
        verification_uri: `${origin}/device`,
        expires_in: programMs / 1_000,
        interval: intervalSeconds,
      },
    };
  },
  exchangeCode: async ({ registry, body }) => {
    const { grant_type: grant, device_code, code, redirect_uri = '', code_verifier = '' } = body;
    if (grant === deviceGrant && device_code !== undefined)
      return exchangeAnswer(await exchangeDeviceCode(registry, device_code));
    if (grant === 'authorization_code' && code !== undefined)
      return exchangeAnswer(
        await exchangeLoopbackCode(registry, { code, redirectUri: redirect_uri, verifier: code_verifier }),
      );
    const isKnown = grant === deviceGrant || grant === 'authorization_code';
    return oauthRefusal(isKnown ? 'invalid_request' : 'unsupported_grant_type');
  },
  getProgram: async ({ registry, caller, params }) => {
    const { program, scopes, ip, createdAt } = await findProgram(registry, caller(), params.code);
    return { json: { program, scopes, ip, created_at: createdAt.toISOString() } };
  },
  decideProgram: async ({ registry, caller, params, body }) => {
    await decideProgram(registry, caller(), params.code, body.approve);
    return { json: { ok: true } };
  },
  authorizeProgram: async ({ registry, caller, body, ip }) => {
    const { program, scope, redirect_uri: redirectUri, state, code_challenge: challenge } = body;
    const location = await authorizeLoopback(registry, caller(), {
      program,
      scope,
      redirectUri,
      state,
      challenge,
      ip,
    });
    return { json: { location } };
  },
};

function exchangeAnswer(exchange: Exchange): Answer {
  if (!exchange.ok) return oauthRefusal(exchange.error);
  const { token, tenant, expiresIn } = exchange;
  return {
    json: {
      access_token: token.text,
      token_type: 'Bearer',
      expires_in: Math.floor(expiresIn),
      scope: token.scopes.join(' '),
      tenant,
    },
  };
}

function oauthRefusal(error: string): Answer {
  return { status: 400, json: { error, error_description: descriptions[error] ?? error } };
}

const descriptions: Readonly<Record<string, string>> = {
  authorization_pending: 'nobody has decided yet',
  slow_down: `ask every ${intervalSeconds} seconds`,
  access_denied: 'the person refused, or may not do this',
  expired_token: 'the code has expired; begin again',
  invalid_grant: 'the code is wrong, was already used, or has expired',
  invalid_request: 'the code is missing',
  unsupported_grant_type: `use ${deviceGrant} or authorization_code`,
};
