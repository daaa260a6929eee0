/*
 * An answer that is ready to be sent: serialised, with its entity tag and the headers that are the same for all callers.
 * Sending it then only depends on the caller, and on whether they have it already (RFC 9110, 13.1.2).
 */

import { sha256Hex } from '../../../text/hash.js';
import type { Route } from '../../api/route.js';
import type { AnswerHeaders } from './exchange.js';
import type { Answer } from './handler.js';

export interface PreparedAnswer {
  readonly status: number;
  readonly body: Uint8Array | string;
  /** With quotes; only for reads. */
  readonly etag: string | undefined;
  readonly mediaType: string;
  /** The headers of the handler. */
  readonly headers: Answer['headers'];
  readonly cookies: Answer['cookies'];
  readonly immutable: boolean;
  readonly isCacheable: boolean;
}

interface Sending {
  readonly isHead: boolean;
  readonly ifNoneMatch: string | null;
  readonly cacheControl: string;
  readonly headers: AnswerHeaders;
}

/** What an answer depends on besides its URL. */
const vary = 'Authorization, X-Coppice-Tenant, Cookie';

export function prepareAnswer(route: Route, answer: Answer): PreparedAnswer {
  const status = answer.status ?? route.status ?? 200;
  const body = answer.bytes ?? (answer.json === undefined ? '' : JSON.stringify(answer.json));
  const mediaType =
    answer.mediaType ?? (typeof route.answer === 'string' ? route.answer : 'application/json; charset=utf-8');
  const isRead = route.method === 'GET' && status === 200;
  return {
    status,
    body,
    etag: isRead ? (answer.etag === undefined ? etagOf(body) : `"${answer.etag}"`) : undefined,
    mediaType,
    headers: answer.headers,
    cookies: answer.cookies,
    immutable: answer.immutable ?? false,
    isCacheable: status === 200 && answer.cache !== false && answer.cookies === undefined,
  };
}

export function sendAnswer(answer: PreparedAnswer, sending: Sending): Response {
  const { status, body, mediaType, etag } = answer;
  const { headers, ifNoneMatch, isHead } = sending;
  headers['cache-control'] = sending.cacheControl;
  headers['vary'] = vary;
  if (answer.headers) Object.assign(headers, answer.headers);
  if (etag !== undefined) {
    headers['etag'] = etag;
    if (ifNoneMatch !== null && isKnown(ifNoneMatch, etag))
      return new Response(null, { status: 304, headers });
  }
  headers['content-type'] = mediaType;
  if (isHead) headers['content-length'] = String(Buffer.byteLength(body));
  const response = new Response(status === 204 ? null : body, { status, headers });
  for (const cookie of answer.cookies ?? []) response.headers.append('set-cookie', cookie);
  return response;
}

export function etagOf(body: Uint8Array | string): string {
  return `"${sha256Hex(body)}"`;
}

/**
 * Whether `If-None-Match` contains the entity tag. The comparison is weak: a proxy that compressed the answer may have
 * marked the tag with `W/`.
 */
export function isKnown(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag) return true;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.match(/"[^"]*"/g)?.includes(etag) ?? false;
}
