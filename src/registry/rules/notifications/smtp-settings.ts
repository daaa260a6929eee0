/*
 * The mail server as the environment names it: `smtp://user:password@host:587` or `smtps://host`.
 */

import { CoppiceError } from '../../../text/errors.js';

export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** Whether the connection begins encrypted (smtps); otherwise it is upgraded. */
  readonly secure: boolean;
  readonly login: { readonly user: string; readonly password: string } | undefined;
  /** Whether mail may be sent without encryption: only to this machine, or where the address says `?tls=optional`. */
  readonly mayBePlain: boolean;
}

/** Throws `bad-value`, and never shows the password. */
export function smtpServer(address: string): SmtpServer {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const tls = url?.searchParams.get('tls') ?? null;
  if (
    url === undefined ||
    (url.protocol !== 'smtp:' && url.protocol !== 'smtps:') ||
    url.hostname === '' ||
    (tls !== null && tls !== 'optional')
  )
    throw new CoppiceError(
      'bad-value',
      'not an address like smtp://user:password@host:587 or smtps://user:password@host',
    );
  const secure = url.protocol === 'smtps:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return {
    host,
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    login:
      url.username === ''
        ? undefined
        : { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) },
    mayBePlain: tls === 'optional' || thisMachine.has(host),
  };
}

const thisMachine: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '::1']);
