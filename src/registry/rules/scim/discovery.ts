/*
 * What a provider can learn about the registry's SCIM before it uses it (RFC 7643, 5 to 7).
 */

import { groupSchema, userSchema } from './resources.js';

/** Resources in one page at most. */
export const maxPageSize = 200;

const schemaOf = (name: string) => `urn:ietf:params:scim:schemas:core:2.0:${name}`;

export function serviceProviderConfig(base: string): object {
  return {
    schemas: [schemaOf('ServiceProviderConfig')],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: maxPageSize },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: false },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Bearer token',
        description: 'A token of the registry for this provider, which an admin creates',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  };
}

export function resourceTypes(base: string): readonly (object & { readonly id: string })[] {
  return [
    { id: 'User', endpoint: '/Users', description: 'Members of the team', schema: userSchema },
    { id: 'Group', endpoint: '/Groups', description: 'Groups, which may give roles', schema: groupSchema },
  ].map((type) => ({
    schemas: [schemaOf('ResourceType')],
    name: type.id,
    ...type,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${type.id}` },
  }));
}

export function schemas(base: string): readonly (object & { readonly id: string })[] {
  const user = [
    attribute('userName', 'What the person signs in with at the provider', {
      required: true,
      uniqueness: 'server',
    }),
    attribute('externalId', 'The id that the provider has for the person', { caseExact: true }),
    attribute('active', 'Whether the person has access', { type: 'boolean' }),
    attribute('displayName', 'The name to show'),
    attribute('name', 'The parts of the name', {
      type: 'complex',
      subAttributes: [
        attribute('formatted', 'All of it'),
        attribute('givenName', 'The first name'),
        attribute('familyName', 'The last name'),
      ],
    }),
    attribute('emails', 'Addresses; the first that is one names the account where userName is none', {
      type: 'complex',
      multiValued: true,
      subAttributes: [
        attribute('value', 'The address'),
        attribute('type', 'Such as work'),
        attribute('primary', 'Whether it is preferred', { type: 'boolean' }),
      ],
    }),
  ];
  const group = [
    attribute('displayName', 'The name, to which the team can give a role', {
      required: true,
      uniqueness: 'server',
    }),
    attribute('externalId', 'The id that the provider has for the group', { caseExact: true }),
    attribute('members', 'Users of this provider', {
      type: 'complex',
      multiValued: true,
      subAttributes: [attribute('value', 'The id of a user', { caseExact: true })],
    }),
  ];
  return [
    { id: userSchema, name: 'User', description: 'A member of the team', attributes: user },
    { id: groupSchema, name: 'Group', description: 'A group of members', attributes: group },
  ].map((schema) => ({
    schemas: [schemaOf('Schema')],
    ...schema,
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${schema.id}` },
  }));
}

function attribute(
  name: string,
  description: string,
  others: Readonly<Record<string, unknown>> = {},
): object {
  return {
    name,
    type: 'string',
    multiValued: false,
    description,
    required: false,
    caseExact: false,
    mutability: 'readWrite',
    returned: 'default',
    uniqueness: 'none',
    ...others,
  };
}
