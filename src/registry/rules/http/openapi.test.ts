import { expect, test } from 'vitest';
import type { Route } from '../../api/route.js';
import { routes } from '../../api/routes/routes.js';
import { openApiDocument } from './openapi.js';

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly { name: string; in: string; required: boolean; schema: object }[];
  readonly requestBody?: { required: boolean; content: Record<string, { schema: Record<string, unknown> }> };
  readonly responses: Record<string, { content?: Record<string, { schema: object }> }>;
  readonly security: readonly object[];
}

const document = openApiDocument({ version: '1.2.3' });
const paths = document['paths'] as Record<string, Record<string, Operation>>;
const operationOf = (name: keyof typeof routes): Operation | undefined => {
  const route: Route = routes[name];
  return paths[route.path.replace('*}', '}')]?.[route.method.toLowerCase()];
};

test('every route is described once, under its name', () => {
  const names = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map((one) => one.operationId),
  );
  expect(names.sort()).toEqual(Object.keys(routes).sort());
});

test('every parameter in a path is described, and is required', () => {
  for (const [path, methods] of Object.entries(paths)) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    for (const { parameters } of Object.values(methods)) {
      const described = parameters.filter((parameter) => parameter.in === 'path');
      expect(described.map(({ name }) => name).sort(), path).toEqual(inPath.sort());
      expect(described.every(({ required }) => required)).toBe(true);
    }
  }
});

test('a query says which parameters are optional, with their defaults', () => {
  const limit = operationOf('listItems')?.parameters.find(({ name }) => name === 'limit');
  expect(limit).toMatchObject({
    required: false,
    schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
  });
});

test('what a name does not say is described', () => {
  const preview = operationOf('getSkillMd')?.parameters.find(({ name }) => name === 'preview');
  expect(preview?.schema).toHaveProperty('description', expect.stringContaining('skills:curate'));
  const settings = operationOf('changeSettings')?.requestBody?.content['application/json']?.schema;
  expect(settings).toHaveProperty('properties.conflicts.description', expect.stringContaining('`closure`'));
});

test('an upload has its parts, a body its schema', () => {
  const upload = operationOf('publish')?.requestBody?.content['multipart/form-data']?.schema;
  expect(upload).toMatchObject({ required: ['metadata', 'bundle'] });
  const body = operationOf('deprecate')?.requestBody?.content['application/json']?.schema;
  expect(body).toMatchObject({ required: ['message'] });
  expect(operationOf('deprecate')?.requestBody?.required).toBe(true);
  expect(operationOf('archive')?.requestBody?.required).toBe(false);
});

test('answers may get more keys; only a schema that was declared strict is closed', () => {
  const item = operationOf('getItem')?.responses['200']?.content?.['application/json']?.schema;
  expect(item).not.toHaveProperty('additionalProperties');
  const patch = operationOf('changeSettings')?.requestBody?.content['application/json']?.schema;
  expect(patch).toHaveProperty('additionalProperties', false);
});

test('refusals and credentials are described', () => {
  const statuses = Object.keys(operationOf('publish')?.responses ?? {});
  expect(statuses.join(' ')).toBe('200 201 400 401 403 409 413 429 500 503');
  expect(Object.keys(operationOf('signIn')?.responses ?? {})).toContain('401');
  expect(Object.keys(operationOf('health')?.responses ?? {})).toEqual(['200', '304', '500', '503']);
  expect(operationOf('health')?.security).toEqual([]);
  expect(operationOf('createToken')?.security).toEqual([{ session: [] }]);
});

test('another status of success has the schema of the answer, not of a refusal', () => {
  const schemaOf = (name: keyof typeof routes, status: string) =>
    operationOf(name)?.responses[status]?.content?.['application/json']?.schema;
  expect(schemaOf('publish', '200')).toEqual(schemaOf('publish', '201'));
  expect(schemaOf('readiness', '503')).toEqual(schemaOf('readiness', '200'));
  expect(schemaOf('getItem', '503')).not.toEqual(schemaOf('getItem', '200'));
});
