/*
 * docs/http-api.md: every route of the registry and every variable of its server, from the tables that make them work.
 */

import { z } from 'zod';
import { refusalStatus } from '../../registry/api/refusal.js';
import type { Route } from '../../registry/api/route.js';
import { accountRoutes } from '../../registry/api/routes/account.js';
import { catalogRoutes } from '../../registry/api/routes/catalog.js';
import { draftRoutes } from '../../registry/api/routes/drafts.js';
import { localRoutes } from '../../registry/api/routes/local.js';
import { operationRoutes } from '../../registry/api/routes/operation.js';
import { publishRoutes } from '../../registry/api/routes/publish.js';
import { usageRoutes } from '../../registry/api/routes/usage.js';
import { accessText, bodyLimitText, refusalsOf } from '../../registry/rules/http/openapi.js';
import { registryVariables } from '../../registry/server/config.js';
import { code, page, table } from './markdown.js';

const groups: readonly (readonly [heading: string, table: Readonly<Record<string, Route>>])[] = [
  ['Reading the catalog', catalogRoutes],
  ['Publishing, and what may be said about it', publishRoutes],
  ['Usage and decay', usageRoutes],
  ['Drafts', draftRoutes],
  ['Accounts', accountRoutes],
  ['Skills of this machine', localRoutes],
  ['For machines', operationRoutes],
];

export function httpApiPage(): string {
  return page('The HTTP API of the registry', [
    'What `coppice registry serve` answers. `GET /openapi.json` describes the same for programs, with the schema of every body and answer.',
    '## What holds for all routes',
    [
      '- A credential is `Authorization: Bearer TOKEN`, or the cookie of a session; writes of a session also need `X-Coppice-Csrf`.',
      "- The tenant is named by `X-Coppice-Tenant`, else by the host (`COPPICE_TENANT_HOSTS`), else it is the credential's own. A credential of another tenant is refused with 401.",
      '- A refusal is `{"error", "message", "details"?}` with the status of the table below.',
      '- Every GET has an `ETag`; `If-None-Match` is answered with 304. HEAD works wherever GET does.',
      '- Lists are `{"items", "next_cursor"}`; hand `next_cursor` back as `cursor` for the next page.',
      '- Requests are counted by principal, or by address without one, in three classes (read, write, publish); `RateLimit-Limit`, `-Remaining` and `-Reset` say what is left, and 429 has `Retry-After`.',
      '- `X-Request-Id` is kept where it is given, and stands in the log of the server.',
      '- A server that was started with `--local` answers to `localhost`, names that end in `.localhost` and loopback addresses alone; with any other `Host` it is 421.',
      '- Each route with a body says how large it may be. JSON may be nested 32 levels deep. An upload is `multipart/form-data` with the file `bundle` and, where the table says so, the JSON part `metadata`.',
    ].join('\n'),
    table(
      ['status', 'error'],
      Object.entries(refusalStatus).map(([name, status]) => [String(status), code(name)]),
    ),
    ...groups.flatMap(([heading, routes]) => [`## ${heading}`, ...Object.values(routes).map(routeSection)]),
    '## Variables of the server',
    'A value that does not fit is an error when the server starts, which names the variable.',
    table(
      ['variable', 'default', 'meaning'],
      Object.entries(registryVariables).map(([name, { fallback, says }]) => [code(name), fallback, says]),
    ),
  ]);
}

function routeSection(route: Route): string {
  const rows = [
    ...fieldRows(route.params, 'path'),
    ...fieldRows(route.query, 'query'),
    ...fieldRows(route.body, 'body'),
    ...fieldRows(route.upload?.metadata, 'metadata'),
    ...(route.upload
      ? [
          [
            code('bundle'),
            'file',
            `the skill as a tar.gz${route.upload.many ? ', one part for each entry' : ''}`,
          ],
        ]
      : []),
  ];
  return [
    `### ${route.method} ${route.path}`,
    `${route.summary}. ${accessText(route.access)}`,
    ...(rows.length > 0 ? [table(['name', 'in', 'value'], rows).trimEnd()] : []),
    ...(route.body || route.upload ? [bodyLimitText(route)] : []),
    `Answers ${route.status ?? 200} ${answerText(route.answer)}; refusals: ${refusalsOf(route).join(', ')}.`,
  ].join('\n\n');
}

function answerText(answer: Route['answer']): string {
  return typeof answer === 'string' ? code(answer) : shapeText(answer);
}

/** The keys of an answer; its whole schema is in the description for programs. */
function shapeText(schema: z.core.$ZodType): string {
  if (schema instanceof z.ZodObject) return code(`{${Object.keys(schema.shape).join(', ')}}`);
  if (schema instanceof z.ZodArray) return `a list of ${shapeText(schema.element)}`;
  return 'JSON';
}

function fieldRows(schema: z.core.$ZodType | undefined, place: string): readonly string[][] {
  const bare = schema && unwrapped(schema);
  if (bare instanceof z.ZodUnion) return formRows(bare.options.map((option) => fieldRows(option, place)));
  if (!(bare instanceof z.ZodObject)) return [];
  return Object.entries(bare.shape).map(([name, value]) => [code(name), place, valueText(value)]);
}

/** Of several forms a body has one, so what one of them needs is not needed with another. */
function formRows(forms: readonly (readonly string[][])[]): readonly string[][] {
  const isNeeded = (row: readonly string[]) => row.at(-1)?.endsWith('needed') === true;
  return forms.flatMap((rows) => {
    const others = forms.filter((other) => other !== rows).flatMap((other) => other.filter(isNeeded));
    const instead = `needed without ${others.map(([name]) => name).join(' and ')}`;
    return rows.map((row) =>
      isNeeded(row) ? row.with(-1, (row.at(-1) ?? '').replace(/needed$/, instead)) : row,
    );
  });
}

function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  return schema instanceof z.ZodDefault ? unwrapped(schema.unwrap()) : schema;
}

/** From the JSON schema, which has all that can be said in it. */
function valueText(schema: z.core.$ZodType): string {
  const isNeeded = !z.safeParse(schema, undefined).success;
  const {
    type,
    enum: choices,
    const: only,
    default: usual,
    anyOf,
    items,
    ...rest
  } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  });
  const values = choices ?? (only === undefined ? undefined : [only]);
  const bounds = [
    boundText(
      rest.minimum ?? rest.minLength ?? rest.minItems,
      rest.maximum ?? rest.maxLength ?? rest.maxItems,
    ),
    rest.pattern === undefined || rest.pattern.length > 60 ? '' : code(rest.pattern),
  ];
  return [
    values
      ? values.map((value) => code(JSON.stringify(value))).join(', ')
      : anyOf
        ? anyOf
            .map((option) => (typeof option === 'object' ? (option.type ?? 'value') : 'value'))
            .join(' or ')
        : type === 'array' && typeof items === 'object' && 'type' in items
          ? `list of ${items.type}`
          : (type ?? 'value'),
    ...bounds,
    usual === undefined ? (isNeeded ? 'needed' : '') : `default ${code(JSON.stringify(usual))}`,
  ]
    .filter((part) => part !== '')
    .join('; ');
}

function boundText(least: number | undefined, most: number | undefined): string {
  const top = most === Number.MAX_SAFE_INTEGER ? undefined : most;
  const bottom = least === Number.MIN_SAFE_INTEGER ? undefined : least;
  if (bottom !== undefined && top !== undefined) return `${bottom} to ${top}`;
  if (top !== undefined) return `at most ${top}`;
  return bottom === undefined ? '' : `at least ${bottom}`;
}
