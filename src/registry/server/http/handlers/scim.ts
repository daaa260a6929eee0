/*
 * Handlers of SCIM: the objects of the standard, made of users and groups.
 */

import { CoppiceError } from '../../../../text/errors.js';
import type { ScimGroupAnswer, ScimUserAnswer, scimRoutes } from '../../../api/routes/scim.js';
import { listAnswer, type Wanted, wholeList, withAttributes } from '../../../rules/scim/answers.js';
import { resourceTypes, schemas, serviceProviderConfig } from '../../../rules/scim/discovery.js';
import { parseFilter } from '../../../rules/scim/filter.js';
import { groupSchema, userSchema } from '../../../rules/scim/resources.js';
import { scimMediaType } from '../../../rules/scim/scim-fault.js';
import {
  createGroup,
  deleteGroup,
  getGroup,
  listGroups,
  patchGroup,
  replaceGroup,
  type ScimGroup,
} from '../../../scim/groups.js';
import {
  createUser,
  deleteUser,
  getUser,
  listUsers,
  patchUser,
  replaceUser,
  type ScimUser,
} from '../../../scim/users.js';
import type { Answer, Handlers } from '../handler.js';

export const scimHandlers: Handlers<typeof scimRoutes> = {
  scimListUsers: async ({ registry, caller, query, origin }) => {
    const users = await listUsers(registry, caller(), filterOf(query.filter));
    return scimAnswer(listAnswer(users, query, (user) => withAttributes(userAnswer(user, origin), query)));
  },
  scimCreateUser: async ({ registry, caller, body, query, origin }) =>
    created(userAnswer(await createUser(registry, caller(), body), origin), query),
  scimGetUser: async ({ registry, caller, params, query, origin }) =>
    one(userAnswer(await getUser(registry, caller(), params.id), origin), query),
  scimReplaceUser: async ({ registry, caller, params, body, query, origin }) =>
    one(userAnswer(await replaceUser(registry, caller(), params.id, body), origin), query),
  scimPatchUser: async ({ registry, caller, params, body, query, origin }) =>
    one(userAnswer(await patchUser(registry, caller(), params.id, body), origin), query),
  scimDeleteUser: async ({ registry, caller, params }) => {
    await deleteUser(registry, caller(), params.id);
    return {};
  },
  scimListGroups: async ({ registry, caller, query, origin }) => {
    const groups = await listGroups(registry, caller(), filterOf(query.filter));
    return scimAnswer(
      listAnswer(groups, query, (group) => withAttributes(groupAnswer(group, origin), query)),
    );
  },
  scimCreateGroup: async ({ registry, caller, body, query, origin }) =>
    created(groupAnswer(await createGroup(registry, caller(), body), origin), query),
  scimGetGroup: async ({ registry, caller, params, query, origin }) =>
    one(groupAnswer(await getGroup(registry, caller(), params.id), origin), query),
  scimReplaceGroup: async ({ registry, caller, params, body, query, origin }) =>
    one(groupAnswer(await replaceGroup(registry, caller(), params.id, body), origin), query),
  scimPatchGroup: async ({ registry, caller, params, body, query, origin }) =>
    one(groupAnswer(await patchGroup(registry, caller(), params.id, body), origin), query),
  scimDeleteGroup: async ({ registry, caller, params }) => {
    await deleteGroup(registry, caller(), params.id);
    return {};
  },
  scimConfig: async ({ origin }) => scimAnswer(serviceProviderConfig(baseOf(origin))),
  scimResourceTypes: async ({ origin }) => scimAnswer(wholeList(resourceTypes(baseOf(origin)))),
  scimResourceType: async ({ params, origin }) =>
    scimAnswer(found(resourceTypes(baseOf(origin)), params.id, 'type of resources')),
  scimSchemas: async ({ origin }) => scimAnswer(wholeList(schemas(baseOf(origin)))),
  scimSchema: async ({ params, origin }) => scimAnswer(found(schemas(baseOf(origin)), params.id, 'schema')),
};

function filterOf(text: string | undefined) {
  return text === undefined || text.trim() === '' ? undefined : parseFilter(text);
}

function baseOf(origin: string): string {
  return `${origin}/scim/v2`;
}

function scimAnswer(resource: object): Answer {
  return { bytes: JSON.stringify(resource), mediaType: scimMediaType };
}

function one(resource: object, wanted: Wanted): Answer {
  return scimAnswer(withAttributes(resource, wanted));
}

function created(resource: ScimUserAnswer | ScimGroupAnswer, wanted: Wanted): Answer {
  return { ...one(resource, wanted), headers: { location: resource.meta.location } };
}

function found<T extends { readonly id: string }>(all: readonly T[], id: string, what: string): T {
  const match = all.find((each) => each.id === id);
  if (match) return match;
  throw new CoppiceError('not-found', `there is no ${what} ${id}`);
}

function userAnswer({ id, createdAt, updatedAt, ...user }: ScimUser, origin: string): ScimUserAnswer {
  const { externalId, displayName, name, emails, ...rest } = user;
  return {
    schemas: [userSchema],
    id,
    ...(externalId !== null && { externalId }),
    ...rest,
    ...(displayName !== null && { displayName }),
    ...(Object.keys(name).length > 0 && { name }),
    ...(emails.length > 0 && { emails: [...emails] }),
    meta: metaOf('User', `${baseOf(origin)}/Users/${id}`, createdAt, updatedAt),
  };
}

function groupAnswer(group: ScimGroup, origin: string): ScimGroupAnswer {
  const { id, displayName, externalId, members, createdAt, updatedAt } = group;
  return {
    schemas: [groupSchema],
    id,
    ...(externalId !== null && { externalId }),
    displayName,
    members: members.map((value) => ({ value, $ref: `${baseOf(origin)}/Users/${value}` })),
    meta: metaOf('Group', `${baseOf(origin)}/Groups/${id}`, createdAt, updatedAt),
  };
}

function metaOf(resourceType: string, location: string, createdAt: Date, updatedAt: Date) {
  return {
    resourceType,
    location,
    created: createdAt.toISOString(),
    lastModified: updatedAt.toISOString(),
  };
}
