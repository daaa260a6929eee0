/*
 * docs/http-api.md: every route of the registry and every variable of its server, from the tables that make them work.
 */

import { z } from 'zod';
import { refusalStatus } from '../../registry/api/refusal.js';
import type { Route } from '../../registry/api/route.js';
import { accountRoutes } from '../../registry/api/routes/account.js';
import { catalogRoutes } from '../../registry/api/routes/catalog.js';
import { draftRoutes } from '../../registry/api/routes/drafts.js';
import { memberRoutes } from '../../registry/api/routes/members.js';
import { operationRoutes } from '../../registry/api/routes/operation.js';
import { programRoutes } from '../../registry/api/routes/programs.js';
import { publishRoutes } from '../../registry/api/routes/publish.js';
import { scimRoutes } from '../../registry/api/routes/scim.js';
import { signInRoutes } from '../../registry/api/routes/sign-in.js';
import { usageRoutes } from '../../registry/api/routes/usage.js';
import { accessText, bodyLimitText, bodyType, refusalsOf } from '../../registry/rules/http/openapi.js';
import { providerFields } from '../../registry/rules/sign-in/environment-providers.js';
import { registryVariables } from '../../registry/server/config.js';
import { grouped, nounFor } from '../../text/plural.js';
import { code, page, table } from './markdown.js';

const groups: readonly (readonly [heading: string, table: Readonly<Record<string, Route>>])[] = [
  ['Reading the catalog', catalogRoutes],
  ['Publishing and managing items', publishRoutes],
  ['Usage and decay', usageRoutes],
  ['Drafts', draftRoutes],
  ['Accounts', accountRoutes],
  ['Members', memberRoutes],
  ['Signing in with a provider', signInRoutes],
  ['Provisioning by an identity provider (SCIM)', scimRoutes],
  ['Signing a program in', programRoutes],
  ['Discovery, health and metrics', operationRoutes],
];

export function httpApiPage(): string {
  return page('The HTTP API of the registry', [
    'The routes of `coppice registry serve`. `GET /openapi.json` describes the same for programs, with the schema of every body and response.',
    '## Common to all routes',
    [
      '- A credential is `Authorization: Bearer TOKEN`, or the cookie of a session; writes with a session also need `X-Coppice-Csrf`, with the `csrf` that signing in returns.',
      '- The tenant is the one in `X-Coppice-Tenant`, else that of the host (`COPPICE_TENANT_HOSTS`), else that of the credential. A credential of another tenant is refused with 401.',
      '- An error is `{"error", "message", "details"?}` with a status of the table below; below `/scim/v2` it has the format of SCIM.',
      '- Every response to a GET has an `ETag`; if `If-None-Match` has the current one, the response is 304. HEAD works wherever GET does.',
      '- Lists that come in pages are `{"items", "next_cursor"}`; send `next_cursor` as `cursor` to get the next page.',
      '- The rate of requests is limited for each principal, or for each address without a credential, in three classes (read, write, publish); `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset` say what is left, and 429 has `Retry-After`.',
      '- Every response has an `X-Request-Id`, which is that of the request if it has 8 to 64 letters, digits, `_`, `.` or `-`; the log of the server contains it.',
      '- A server that was started with `--local` answers only requests to `localhost`, to names that end in `.localhost` and to loopback addresses; any other `Host` gets 421.',
      '- Each route with a body says how large it may be. JSON may be nested up to 32 levels deep. An upload is `multipart/form-data` with the file `bundle` and, where the table says so, the JSON part `metadata`.',
    ].join('\n'),
    table(
      ['status', 'error'],
      Object.entries(refusalStatus).map(([name, status]) => [String(status), code(name)]),
    ),
    ...groups.flatMap(([heading, routes]) => [`## ${heading}`, ...Object.values(routes).map(routeSection)]),
    '## Variables of the server',
    'If a value is not valid, the server does not start, and the error names the variable.',
    table(
      ['variable', 'default', 'meaning'],
      Object.entries(registryVariables).map(([name, { fallback, says }]) => [code(name), fallback, says]),
    ),
    'A sign-in provider of a tenant is named by variables that begin with `COPPICE_OIDC_`: `COPPICE_OIDC_ISSUER` and its like for one provider, whose short name is `sso`; `COPPICE_OIDC_OKTA_ISSUER` and its like for one of several, here `okta`. The last part is one of these:',
    table(
      ['part', 'meaning'],
      Object.entries(providerFields).map(([name, { says }]) => [code(name), says]),
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
            'tar.gz',
            route.upload.many ? 'An item, one part for each entry' : 'The item',
          ],
        ]
      : []),
  ];
  return [
    `### ${route.method} ${route.path}`,
    `${route.summary}. ${accessText(route.access)}`,
    ...(rows.length > 0 ? [table(['name', 'in', 'value', 'meaning'], rows).trimEnd()] : []),
    ...(route.body || route.upload ? [bodyLimitText(route)] : []),
    ...(route.form ? [`The body is a form: ${code(bodyType(route))}.`] : []),
    `Returns ${route.status ?? 200} ${answerText(route.answer)}; errors: ${refusalsOf(route).join(', ')}.`,
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

type FieldRow = readonly [name: string, place: string, value: string, meaning: string];

function fieldRows(schema: z.core.$ZodType | undefined, place: string): readonly FieldRow[] {
  const bare = schema && unwrapped(schema);
  if (bare instanceof z.ZodArray) return fieldRows(bare.element, `each entry of ${place}`);
  if (bare instanceof z.ZodUnion) return formRows(bare.options.map((option) => fieldRows(option, place)));
  if (!(bare instanceof z.ZodObject)) return [];
  return Object.entries(bare.shape).map(([name, value]) => [
    code(name),
    place,
    valueText(value),
    meaningOf(value),
  ]);
}

/** Of several forms a body has one, so what one of them requires is not required with another. */
function formRows(forms: readonly (readonly FieldRow[])[]): readonly FieldRow[] {
  const isRequired = ([, , value]: FieldRow) => value.endsWith('required');
  return forms.flatMap((rows) => {
    const others = forms.filter((other) => other !== rows).flatMap((other) => other.filter(isRequired));
    const instead = `required without ${others.map(([name]) => name).join(' and ')}`;
    return rows.map((row): FieldRow => {
      const [name, place, value, meaning] = row;
      return isRequired(row) ? [name, place, value.replace(/required$/, instead), meaning] : row;
    });
  });
}

function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  return schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault
    ? unwrapped(schema.unwrap())
    : schema;
}

function meaningOf(schema: z.core.$ZodType): string {
  const described = z.globalRegistry.get(schema)?.description;
  if (described !== undefined) return described;
  return schema instanceof z.ZodOptional ? meaningOf(schema.unwrap()) : '';
}

/** From the JSON schema, which has all that can be said in it. */
function valueText(schema: z.core.$ZodType): string {
  const isRequired = !z.safeParse(schema, undefined).success;
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
    boundText(rest.minimum, rest.maximum),
    boundText(rest.minLength, rest.maxLength, ['character', 'characters']),
    boundText(rest.minItems, rest.maxItems, ['entry', 'entries']),
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
          ? `list of ${items.type}s`
          : (type ?? 'value'),
    ...bounds,
    usual === undefined ? (isRequired ? 'required' : '') : `default ${code(JSON.stringify(usual))}`,
  ]
    .filter((part) => part !== '')
    .join('; ');
}

function boundText(least: number | undefined, most: number | undefined, unit?: Unit): string {
  const top = most === Number.MAX_SAFE_INTEGER ? undefined : most;
  const bottom = least === Number.MIN_SAFE_INTEGER ? undefined : least;
  const withUnit = (count: number) => `${grouped(count)}${unit ? ` ${nounFor(count, ...unit)}` : ''}`;
  if (bottom !== undefined && top !== undefined) return `${grouped(bottom)} to ${withUnit(top)}`;
  if (top !== undefined) return `at most ${withUnit(top)}`;
  return bottom === undefined ? '' : `at least ${withUnit(bottom)}`;
}

type Unit = readonly [noun: string, plural: string];
