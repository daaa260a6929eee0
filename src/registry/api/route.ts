/*
 * The HTTP API is data: one record for each route. The server's router, validation and scope check, the OpenAPI
 * document, docs/http-api.md, the client's types and the table of the access tests are all generated from it.
 */

import { z } from 'zod';
import type { Scope } from './names.js';

/** The class of a route for the rate limit. `none` is for the probes of a load balancer. */
export type LimitClass = 'read' | 'write' | 'publish' | 'none';

/**
 * Who may call: a caller with the scope (anybody for reads of a public tenant), a person who is signed in (`session`), a
 * caller with any valid credential (`any`), a program on the same machine or else an admin (`local`), or everybody
 * (`open`).
 */
export type Access = Scope | 'session' | 'any' | 'local' | 'open';

/**
 * `never` is for answers about an account and for every change. A `validated` answer may be stored, and is compared with
 * the server's before each use; where its handler says that it cannot change, it is used without that.
 */
export type CacheRule = 'never' | 'validated';

/** The limit of a body. `values` are the keys, members, elements and brackets of its JSON, `parts` those of an upload. */
export interface BodyLimit {
  readonly bytes: number;
  readonly values?: number;
  readonly parts?: number;
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Parameters are in braces: `/v1/skills/{slug}`; `{path*}` matches the rest, with slashes. */
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  readonly limit: LimitClass;
  /** A write that a token confined to some items may make, because its handler refuses other items. It may make no other. */
  readonly confined?: true;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** The schema of a body: JSON, or the fields of a form. */
  readonly body?: z.ZodType;
  /** Whether the body is a form (`application/x-www-form-urlencoded`), as the standards of OAuth have it. */
  readonly form?: true;
  /** Multipart: a JSON part `metadata` and a file part `bundle`, or with `many` one such part for each entry of `metadata`. */
  readonly upload?: { readonly metadata?: z.ZodType; readonly many?: true };
  /** Where a body is not a few short fields, or comes from anybody (`bodyLimitOf`). */
  readonly bodyLimit?: BodyLimit;
  /** What the caller's own cache, or one on the way, may store. */
  readonly cache: CacheRule;
  /** The answer's schema, or the media type of an answer that is not JSON. */
  readonly answer: z.ZodType | string;
  /** The status of success; 200 by default. */
  readonly status?: number;
  /** Other statuses with an answer of the same schema, and when. */
  readonly otherStatuses?: Readonly<Record<number, string>>;
  /** Statuses of refusal besides the general ones (`refusalsOf`). */
  readonly refusals?: readonly number[];
  /** What the answer depends on: the catalog alone, or also use counts. The server caches it until that changes. */
  readonly cachedBy?: 'catalog' | 'usage';
}

/** Checks every record, and preserves its exact type. */
export function routeTable<const T extends Readonly<Record<string, Route>>>(table: T): T {
  return table;
}

/** A credential: what anybody may send before they are known. */
export const credentialBody: BodyLimit = { bytes: 4 * 1_024, values: 100 };

const smallBody: Required<BodyLimit> = { bytes: 16 * 1_024, values: 1_000, parts: 0 };
/** A bundle of 5 MiB, and room for the other parts. */
const uploadBody: Required<BodyLimit> = { bytes: 5 * 1_048_576 + 65_536, values: 1_000, parts: 16 };

export function bodyLimitOf({ bodyLimit, upload }: Pick<Route, 'bodyLimit' | 'upload'>): Required<BodyLimit> {
  return { ...(upload ? uploadBody : smallBody), ...bodyLimit };
}

/**
 * The query of a list that comes in pages: `{items, next_cursor}`. A cursor is opaque and belongs to its query, and pages
 * neither repeat nor lose rows that were there when the first was requested.
 */
export const pageQuery = {
  limit: z.coerce.number().int().min(1).max(200).default(50).describe('Entries per page'),
  cursor: z.string().max(1_024).optional().describe('`next_cursor` of the previous page'),
};

export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), next_cursor: z.string().nullable() });
}

/** A flag in a query: `true`, `1`, `false`, `0`, or nothing after the name. */
export const queryFlag = z
  .enum(['true', '1', '', 'false', '0'])
  .transform((given) => given !== 'false' && given !== '0')
  .optional();
