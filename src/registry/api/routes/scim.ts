/*
 * SCIM 2.0 (RFC 7643, RFC 7644) for identity providers: users and groups of one provider, and what the registry supports.
 * Bodies are objects of the standard, which rules/scim reads; errors have the format of SCIM too.
 */

import { z } from 'zod';
import { scimScope, timeSchema } from '../names.js';
import { routeTable } from '../route.js';

const meta = z.object({
  resourceType: z.string(),
  location: z.string(),
  created: timeSchema.optional(),
  lastModified: timeSchema.optional(),
});

const userAnswer = z.looseObject({
  schemas: z.array(z.string()),
  id: z.string(),
  userName: z.string().optional(),
  externalId: z.string().optional(),
  active: z.boolean().optional(),
  displayName: z.string().optional(),
  name: z
    .object({
      formatted: z.string().optional(),
      givenName: z.string().optional(),
      familyName: z.string().optional(),
    })
    .optional(),
  emails: z
    .array(z.object({ value: z.string(), type: z.string().optional(), primary: z.boolean().optional() }))
    .optional(),
  meta,
});
export type ScimUserAnswer = z.infer<typeof userAnswer>;

const groupAnswer = z.looseObject({
  schemas: z.array(z.string()),
  id: z.string(),
  displayName: z.string().optional(),
  externalId: z.string().optional(),
  members: z.array(z.object({ value: z.string(), $ref: z.string() })).optional(),
  meta,
});
export type ScimGroupAnswer = z.infer<typeof groupAnswer>;

const listOf = (resource: z.ZodType) =>
  z.object({
    schemas: z.array(z.string()),
    totalResults: z.number().int(),
    startIndex: z.number().int(),
    itemsPerPage: z.number().int(),
    Resources: z.array(resource),
  });

const attributes = z
  .string()
  .max(1_000)
  .optional()
  .describe('Only these attributes, separated by commas; `id` is always there');
const excludedAttributes = z.string().max(1_000).optional().describe('All attributes but these');
const oneQuery = z.object({ attributes, excludedAttributes });
const listQuery = z.object({
  filter: z.string().max(1_000).optional().describe('Like `userName eq "ada@example.com"`'),
  /** The standard demands that less than 1 means 1, and that less than 0 means 0. */
  startIndex: z.coerce.number().int().max(1e9).default(1).describe('The first resource of the page, from 1'),
  count: z.coerce.number().int().max(1e9).default(100).describe('Resources per page; at most 200 are sent'),
  attributes,
  excludedAttributes,
});

const idParams = z.object({ id: z.string().max(64) });
const body = z.looseObject({});
/** A group may be sent with all of its members. */
const groupBody = { bytes: 1_048_576, values: 50_000 };

const read = { method: 'GET', access: scimScope, limit: 'read', cache: 'never' } as const;
const write = { access: scimScope, limit: 'write', cache: 'never' } as const;

export const scimRoutes = routeTable({
  scimListUsers: {
    ...read,
    path: '/scim/v2/Users',
    summary: 'The users that the provider manages',
    query: listQuery,
    answer: listOf(userAnswer),
  },
  scimCreateUser: {
    ...write,
    method: 'POST',
    path: '/scim/v2/Users',
    summary: 'Create a member; one who has the address already is refused, not linked',
    query: oneQuery,
    body,
    answer: userAnswer,
    status: 201,
    refusals: [409],
  },
  scimGetUser: {
    ...read,
    path: '/scim/v2/Users/{id}',
    summary: 'A user',
    params: idParams,
    query: oneQuery,
    answer: userAnswer,
    refusals: [404],
  },
  scimReplaceUser: {
    ...write,
    method: 'PUT',
    path: '/scim/v2/Users/{id}',
    summary: 'Replace a user; with `active` false their access ends at once on every replica',
    params: idParams,
    query: oneQuery,
    body,
    answer: userAnswer,
    refusals: [404, 409],
  },
  scimPatchUser: {
    ...write,
    method: 'PATCH',
    path: '/scim/v2/Users/{id}',
    summary:
      'Change a user by a list of `Operations`; with `active` false their access ends at once on every replica',
    params: idParams,
    query: oneQuery,
    body,
    answer: userAnswer,
    refusals: [404, 409],
  },
  scimDeleteUser: {
    ...write,
    method: 'DELETE',
    path: '/scim/v2/Users/{id}',
    summary: 'End a membership; what the member published stays',
    params: idParams,
    answer: z.unknown(),
    status: 204,
    refusals: [404],
  },
  scimListGroups: {
    ...read,
    path: '/scim/v2/Groups',
    summary: 'The groups of the provider',
    query: listQuery,
    answer: listOf(groupAnswer),
  },
  scimCreateGroup: {
    ...write,
    method: 'POST',
    path: '/scim/v2/Groups',
    summary: 'Create a group; its members get the role that the tenant gives to it',
    query: oneQuery,
    body,
    bodyLimit: groupBody,
    answer: groupAnswer,
    status: 201,
    refusals: [409],
  },
  scimGetGroup: {
    ...read,
    path: '/scim/v2/Groups/{id}',
    summary: 'A group',
    params: idParams,
    query: oneQuery,
    answer: groupAnswer,
    refusals: [404],
  },
  scimReplaceGroup: {
    ...write,
    method: 'PUT',
    path: '/scim/v2/Groups/{id}',
    summary: 'Replace a group with its members',
    params: idParams,
    query: oneQuery,
    body,
    bodyLimit: groupBody,
    answer: groupAnswer,
    refusals: [404, 409],
  },
  scimPatchGroup: {
    ...write,
    method: 'PATCH',
    path: '/scim/v2/Groups/{id}',
    summary: 'Change a group or its members by a list of `Operations`',
    params: idParams,
    query: oneQuery,
    body,
    bodyLimit: groupBody,
    answer: groupAnswer,
    refusals: [404, 409],
  },
  scimDeleteGroup: {
    ...write,
    method: 'DELETE',
    path: '/scim/v2/Groups/{id}',
    summary: 'Remove a group; its members lose the role that it gave',
    params: idParams,
    answer: z.unknown(),
    status: 204,
    refusals: [404],
  },
  scimConfig: {
    ...read,
    path: '/scim/v2/ServiceProviderConfig',
    summary: 'What of SCIM the registry supports',
    answer: z.looseObject({ schemas: z.array(z.string()) }),
  },
  scimResourceTypes: {
    ...read,
    path: '/scim/v2/ResourceTypes',
    summary: 'The types of resources: users and groups',
    answer: listOf(z.looseObject({ id: z.string() })),
  },
  scimResourceType: {
    ...read,
    path: '/scim/v2/ResourceTypes/{id}',
    summary: 'A type of resources',
    params: idParams,
    answer: z.looseObject({ id: z.string() }),
    refusals: [404],
  },
  scimSchemas: {
    ...read,
    path: '/scim/v2/Schemas',
    summary: 'The attributes of users and groups that are stored',
    answer: listOf(z.looseObject({ id: z.string() })),
  },
  scimSchema: {
    ...read,
    path: '/scim/v2/Schemas/{id}',
    summary: 'The attributes of one type, by the name of its schema',
    params: idParams,
    answer: z.looseObject({ id: z.string() }),
    refusals: [404],
  },
});
