/*
 * The OpenAPI 3.1 description of the API, generated from the table of routes alone.
 */

import { z } from 'zod';
import { refusalAnswer, refusalStatus } from '../../api/refusal.js';
import { type Access, bodyLimitOf, type Route } from '../../api/route.js';
import { routes } from '../../api/routes/routes.js';

type Json = Record<string, unknown>;

export interface OpenApiOptions {
  readonly version: string;
}

export function openApiDocument({ version }: OpenApiOptions): Json {
  const paths: Record<string, Json> = {};
  for (const [name, route] of Object.entries<Route>(routes)) {
    const path = route.path.replace('*}', '}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(name, route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Coppice registry',
      version,
      description:
        'A registry of skills for AI agents: publish, search, resolve requirements, install from a lock, see usage.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { Refusal: schemaOf(refusalAnswer, 'output') },
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'A token of the tenant' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'coppice_session',
          description:
            'The session of a person who is signed in; over https its name is __Host-coppice_session',
        },
      },
    },
  };
}

/** The statuses that a route may refuse with, in ascending order. */
export function refusalsOf(route: Route): readonly number[] {
  const general = [
    ...(route.params || route.query || route.body || route.upload ? [400] : []),
    ...(route.access === 'open' ? [] : [401, 403]),
    ...(route.limit === 'none' ? [] : [429]),
    ...(route.body || route.upload ? [413] : []),
    500,
    503,
  ];
  return [...new Set([...general, ...(route.refusals ?? [])])].sort((a, b) => a - b);
}

function operationOf(name: string, route: Route): Json {
  const { summary, access, body, upload } = route;
  return {
    operationId: name,
    summary,
    description: accessText(access),
    parameters: [
      ...parametersOf(route.params, 'path'),
      ...parametersOf(route.query, 'query'),
      tenantParameter,
    ],
    ...(body && {
      requestBody: {
        required: isRequired(body),
        description: bodyLimitText(route),
        content: { [bodyType(route)]: { schema: schemaOf(body, 'input') } },
      },
    }),
    ...(upload && {
      requestBody: { required: true, description: bodyLimitText(route), content: uploadContent(upload) },
    }),
    responses: {
      [route.status ?? 200]: { description: 'Success', content: answerContent(route.answer) },
      ...(route.method === 'GET' && {
        304: { description: 'Not modified: the caller has the current answer' },
      }),
      ...Object.fromEntries(refusalsOf(route).map((status) => [status, refusalResponse(status)])),
      ...Object.fromEntries(
        Object.entries(route.otherStatuses ?? {}).map(([status, description]) => [
          status,
          { description, content: answerContent(route.answer) },
        ]),
      ),
    },
    security:
      access === 'open' ? [] : access === 'session' ? [{ session: [] }] : [{ token: [] }, { session: [] }],
  };
}

/** The media type of a body that is not an upload. */
export function bodyType({ form }: Pick<Route, 'form'>): string {
  return form ? 'application/x-www-form-urlencoded' : 'application/json';
}

/** How large the body may be, as a sentence. */
export function bodyLimitText(route: Route): string {
  const { bytes, values } = bodyLimitOf(route);
  const size = bytes < mebibyte ? `${bytes / 1_024} KiB` : `${Math.floor(bytes / mebibyte)} MiB`;
  if (route.upload?.many) return `The bundles may have up to ${size} together.`;
  return route.upload
    ? `The bundle may have up to ${size}.`
    : `The body may have up to ${size} and ${values.toLocaleString('en')} keys and values.`;
}

const mebibyte = 1_048_576;

/** Who may call, as a sentence. */
export function accessText(access: Access): string {
  switch (access) {
    case 'open':
      return 'Open to everybody.';
    case 'any':
      return 'Needs a credential of the tenant; any scope will do.';
    case 'session':
      return 'Needs the session of a person who is signed in; a token is not enough.';
    case 'local':
      return 'Open to programs on the same machine; others need the scope `tenant:admin`.';
    case 'skills:read':
      return 'Needs the scope `skills:read`; reads of a public tenant need no credential.';
    default:
      return `Needs the scope \`${access}\`.`;
  }
}

const tenantParameter: Json = {
  name: 'X-Coppice-Tenant',
  in: 'header',
  required: false,
  schema: { type: 'string' },
  description: "The tenant's slug, where neither the host nor the credential determines it",
};

function parametersOf(schema: z.ZodObject | undefined, location: 'path' | 'query'): readonly Json[] {
  return Object.entries(schema?.shape ?? {}).map(([name, value]) => ({
    name,
    in: location,
    required: location === 'path' || isRequired(value),
    schema: schemaOf(value, 'input'),
  }));
}

function isRequired(schema: z.core.$ZodType): boolean {
  return !z.safeParse(schema, undefined).success;
}

function uploadContent({ metadata, many }: NonNullable<Route['upload']>): Json {
  const bundle = {
    type: 'string',
    contentMediaType: 'application/gzip',
    description: 'The skill as a tar.gz',
  };
  const properties = {
    ...(metadata && { metadata: schemaOf(metadata, 'input') }),
    bundle: many ? { type: 'array', items: bundle } : bundle,
  };
  return {
    'multipart/form-data': { schema: { type: 'object', properties, required: Object.keys(properties) } },
  };
}

function answerContent(answer: Route['answer']): Json {
  return typeof answer === 'string'
    ? { [answer]: { schema: { type: 'string' } } }
    : jsonContent(schemaOf(answer, 'output'));
}

function refusalResponse(status: number): Json {
  const code = Object.entries(refusalStatus).find(([, known]) => known === status)?.[0];
  return {
    description: code ?? 'refused',
    content: jsonContent({ $ref: '#/components/schemas/Refusal' }),
  };
}

function jsonContent(schema: Json): Json {
  return { 'application/json': { schema } };
}

function schemaOf(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    // Answers may get more keys later, so only schemas that were declared strict are closed.
    override: ({ zodSchema, jsonSchema }) => {
      const { def } = zodSchema._zod;
      if (def.type === 'object' && !('catchall' in def && def.catchall))
        delete jsonSchema.additionalProperties;
    },
  });
  return rest;
}
