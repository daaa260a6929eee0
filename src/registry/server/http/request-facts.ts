/*
 * What the server knows of a request from its headers and socket: its address, origin, id and credentials.
 */

import type { RequestFacts as Credentials } from '../../access/authenticate.js';
import { namedTenant } from '../../rules/access/tenant-name.js';
import { clientAddress, type IsTrustedProxy, isLoopback, plainAddress } from './client-address.js';

export interface RequestFacts {
  readonly credentials: Credentials;
  /** The tenant that the header or host names, whether or not it exists. */
  readonly tenantName: string | undefined;
  readonly ip: string | null;
  /** Whether it comes from a program on this machine, and not through a proxy on it. */
  readonly isLocal: boolean;
  readonly origin: string;
  readonly requestId: string;
  readonly userAgent: string | undefined;
}

export interface FactsOptions {
  readonly publicUrl: string | undefined;
  readonly tenantHosts: string | undefined;
  readonly isTrustedProxy: IsTrustedProxy;
  readonly nextRequestId: () => string;
}

export function requestFacts(
  { headers, method, url }: Request,
  peer: string | undefined,
  { publicUrl, tenantHosts, isTrustedProxy, nextRequestId }: FactsOptions,
): RequestFacts {
  const forwardedFor = headers.get('x-forwarded-for');
  const byProxy = peer !== undefined && isTrustedProxy(plainAddress(peer));
  const host = (byProxy ? headers.get('x-forwarded-host') : null) ?? headers.get('host');
  const proto = byProxy && headers.get('x-forwarded-proto') === 'https' ? 'https' : 'http';
  const givenId = headers.get('x-request-id');
  const credentials: Credentials = {
    authorization: headers.get('authorization') ?? undefined,
    cookie: headers.get('cookie') ?? undefined,
    tenantHeader: headers.get('x-coppice-tenant') ?? headers.get('x-skill-pool-tenant') ?? undefined,
    host: host ?? undefined,
    method,
    csrfHeader: headers.get('x-coppice-csrf') ?? undefined,
  };
  return {
    credentials,
    tenantName: namedTenant(credentials, tenantHosts),
    ip: clientAddress(peer, forwardedFor, isTrustedProxy),
    isLocal:
      peer !== undefined &&
      isLoopback(plainAddress(peer)) &&
      forwardedFor === null &&
      !headers.has('forwarded') &&
      !headers.has('x-real-ip'),
    origin: publicUrl ?? (host === null ? new URL(url).origin : `${proto}://${host}`),
    requestId: givenId !== null && /^[\w.-]{8,64}$/.test(givenId) ? givenId : nextRequestId(),
    userAgent: headers.get('user-agent') ?? undefined,
  };
}
