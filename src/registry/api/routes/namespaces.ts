/*
 * Namespaces: names of items such as `@team/skill`, and who may do what with them.
 */

import { z } from 'zod';
import { namespaceSchema, timeSchema } from '../names.js';
import { approvalRule, namespaceRoles, rightAnswer } from '../rights.js';
import { routeTable } from '../route.js';

const namespaceRole = z.enum(namespaceRoles);

const holder = z
  .string()
  .regex(/^(?:user|service|group):\S.{0,199}$/, 'a holder is user:EMAIL, service:NAME or group:NAME')
  .describe('`user:EMAIL`, `service:NAME`, or `group:NAME` with the name or id that the provider has for it');

export const namespaceAnswer = z.object({
  name: namespaceSchema,
  description: z.string(),
  /** What everybody may do there; null for the role that they have in the tenant. */
  default_role: namespaceRole.nullable(),
  /** The approvals that a publish needs; null for none. */
  require_approval: approvalRule.nullable(),
  /** How many items have a name in it. */
  items: z.number().int(),
  created_at: timeSchema,
  /** What the caller may do there, and where that comes from. */
  yours: rightAnswer.nullable(),
  /** Null for callers who may not read the addresses of members. */
  roles: z.array(z.object({ holder: z.string(), role: namespaceRole })).nullable(),
});
export type NamespaceAnswer = z.infer<typeof namespaceAnswer>;

const namespaceFields = {
  description: z.string().trim().max(500),
  default_role: namespaceRole
    .nullable()
    .describe('What everybody may do there; null for the role that they have in the tenant'),
  require_approval: approvalRule
    .nullable()
    .describe('The approvals that a publish needs, replaced as a whole; null for none'),
};
const namespaceChanges = z.strictObject(namespaceFields).partial();
export type NamespaceChanges = z.output<typeof namespaceChanges>;

const namespaceHolder = z.strictObject({
  holder,
  role: namespaceRole.nullable().describe('Null takes the role away'),
});
export type NamespaceHolder = z.output<typeof namespaceHolder>;

const params = z.object({ namespace: namespaceSchema });
const change = { limit: 'write', params, cache: 'never', answer: namespaceAnswer, refusals: [404] } as const;

export const namespaceRoutes = routeTable({
  listNamespaces: {
    method: 'GET',
    path: '/v1/namespaces',
    summary: 'The namespaces of the tenant, and what the caller may do in each',
    access: 'any',
    limit: 'read',
    cache: 'never',
    answer: z.array(namespaceAnswer),
  },
  createNamespace: {
    method: 'POST',
    path: '/v1/namespaces',
    summary: 'Create a namespace',
    access: 'tenant:admin',
    limit: 'write',
    body: namespaceChanges.extend({ name: namespaceSchema }),
    cache: 'never',
    answer: namespaceAnswer,
    status: 201,
    refusals: [409],
  },
  changeNamespace: {
    ...change,
    method: 'PATCH',
    path: '/v1/namespaces/{namespace}',
    summary: 'Change a namespace (its admin); what is left out stays as it is',
    access: 'namespaces:admin',
    body: namespaceChanges,
  },
  removeNamespace: {
    ...change,
    method: 'DELETE',
    path: '/v1/namespaces/{namespace}',
    summary: 'Remove a namespace in which nothing has a name',
    access: 'tenant:admin',
    answer: z.object({ ok: z.literal(true) }),
    refusals: [404, 409],
  },
  setNamespaceRole: {
    ...change,
    method: 'POST',
    path: '/v1/namespaces/{namespace}/roles',
    summary: 'Give a member, a service or a group a role in a namespace, or take it away (its admin)',
    access: 'namespaces:admin',
    body: namespaceHolder,
  },
});
