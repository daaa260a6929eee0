/*
 * Verbs of whoever runs a registry: tenants, their members, and tokens. They work on the database itself.
 */

import type { Role } from '../../registry/api/names.js';
import type { Argument, Flag, VerbRecord } from '../rules/verb.js';
import { registryUpkeepVerbs } from './registry.js';

/** Written out, since their schemas take longer to load than a verb takes to start. */
const roles = ['viewer', 'proposer', 'publisher', 'curator', 'admin'] as const satisfies readonly Role[];

const tenantFlag = {
  name: 'tenant',
  value: 'SLUG',
  summary: 'The tenant',
  required: true,
} as const satisfies Flag;
const slugArgument = {
  name: 'slug',
  summary: 'The short name of the tenant, used in URLs and on the command line',
} as const satisfies Argument;
const emailArgument = {
  name: 'email',
  summary: 'The email address of the member',
} as const satisfies Argument;

export const registryAdminVerbs = [
  {
    name: 'registry admin tenant create',
    group: 'registry',
    summary: 'Create a tenant',
    description: [
      'A tenant is a team with its own items, members, tokens and settings. The database is started if no server is running.',
    ],
    arguments: [slugArgument],
    flags: [{ name: 'name', value: 'TEXT', summary: 'The display name' }],
    examples: [{ command: 'coppice registry admin tenant create acme --name "Acme Ltd"', says: 'a team' }],
  },
  {
    name: 'registry admin tenant list',
    group: 'registry',
    summary: 'List the tenants',
    description: [],
    arguments: [],
    flags: [],
    examples: [{ command: 'coppice registry admin tenant list', says: 'all of them' }],
  },
  {
    name: 'registry admin tenant delete',
    group: 'registry',
    summary: 'Delete a tenant and everything in it',
    description: [
      'Items, versions, members, tokens, usage and the audit log are deleted; only a backup can restore them.',
    ],
    arguments: [slugArgument],
    flags: [{ name: 'confirm', value: 'SLUG', summary: 'Repeat the slug, to confirm', required: true }],
    examples: [{ command: 'coppice registry admin tenant delete acme --confirm acme', says: 'permanently' }],
  },
  {
    name: 'registry admin user add',
    group: 'registry',
    summary: 'Add a member to a tenant',
    description: [
      'A viewer can read; a publisher can also publish; a curator can also review drafts and flags; an admin can do everything. The member signs in with a link (registry admin user link).',
    ],
    arguments: [emailArgument],
    flags: [
      tenantFlag,
      { name: 'role', value: 'ROLE', choices: roles, summary: 'What they may do', required: true },
      { name: 'name', value: 'TEXT', summary: 'The display name' },
    ],
    examples: [
      {
        command: 'coppice registry admin user add ada@example.com --tenant acme --role admin',
        says: 'the first admin',
      },
    ],
  },
  {
    name: 'registry admin user list',
    group: 'registry',
    summary: 'List the members of a tenant',
    description: [],
    arguments: [],
    flags: [tenantFlag],
    examples: [{ command: 'coppice registry admin user list --tenant acme', says: 'with role and state' }],
  },
  {
    name: 'registry admin user role',
    group: 'registry',
    summary: 'Change the role of a member',
    description: [
      'Takes effect at once. The last admin of a tenant keeps the role. A role that comes from a group of the identity provider is changed there.',
    ],
    arguments: [emailArgument],
    flags: [
      tenantFlag,
      { name: 'role', value: 'ROLE', choices: roles, summary: 'What they may do', required: true },
    ],
    examples: [
      {
        command: 'coppice registry admin user role ada@example.com --tenant acme --role admin',
        says: 'another admin',
      },
    ],
  },
  {
    name: 'registry admin user suspend',
    group: 'registry',
    summary: 'Suspend a member: end their access, keep the membership',
    description: [
      'Their sessions, tokens and links end at once on every replica, and stay invalid. They own what they own. The last admin of a tenant cannot be suspended.',
    ],
    arguments: [emailArgument],
    flags: [tenantFlag],
    examples: [
      { command: 'coppice registry admin user suspend ada@example.com --tenant acme', says: 'at once' },
    ],
  },
  {
    name: 'registry admin user reinstate',
    group: 'registry',
    summary: 'Let a suspended or deactivated member sign in again',
    description: [
      'They need a new link and new tokens. This also brings back a member whom the identity provider deactivated, such as the last admin: the way back where nobody else can sign in. The provider can deactivate them again.',
    ],
    arguments: [emailArgument],
    flags: [tenantFlag],
    examples: [
      {
        command: 'coppice registry admin user reinstate ada@example.com --tenant acme',
        says: 'then registry admin user link',
      },
    ],
  },
  {
    name: 'registry admin user remove',
    group: 'registry',
    summary: 'Remove a member, with their tokens and sessions',
    description: [
      'Every replica rejects them immediately. What they published stays. The last admin of a tenant cannot be removed.',
      'If you add them again (registry admin user add), they need new links and tokens; the old ones stay invalid. They stay members of other tenants.',
    ],
    arguments: [emailArgument],
    flags: [tenantFlag],
    examples: [
      { command: 'coppice registry admin user remove ada@example.com --tenant acme', says: 'at once' },
    ],
  },
  {
    name: 'registry admin user link',
    group: 'registry',
    summary: 'Create a one-time sign-in link for a member',
    description: [
      'Prints the path to open at the URL of the server, or the whole link if COPPICE_PUBLIC_URL is set. The link is valid for 24 hours, and its secret part never reaches a log.',
    ],
    arguments: [emailArgument],
    flags: [tenantFlag],
    examples: [
      { command: 'coppice registry admin user link ada@example.com --tenant acme', says: 'for the browser' },
    ],
  },
  {
    name: 'registry admin user invite',
    group: 'registry',
    summary: 'Invite somebody to a tenant by a link',
    description: [
      'Prints the path to open at the URL of the server, or the whole link if COPPICE_PUBLIC_URL is set. It works once, for this address, and replaces an earlier invitation of it. Nothing is sent.',
      'Admins do the same on the page "Members".',
    ],
    arguments: [{ name: 'email', summary: 'The email address of the person' }],
    flags: [
      tenantFlag,
      { name: 'role', value: 'ROLE', choices: roles, summary: 'What they may do', required: true },
      { name: 'days', value: 'N', fallback: '7', summary: 'How many days it is valid, at most 30' },
    ],
    examples: [
      {
        command: 'coppice registry admin user invite ada@example.com --tenant acme --role publisher',
        says: 'they join by the link',
      },
    ],
  },
  {
    name: 'registry admin user transfer',
    group: 'registry',
    summary: 'Hand over what a member owns',
    description: [
      'Every item that they own belongs to the other afterwards, who can publish further versions. Do it before you remove somebody.',
    ],
    arguments: [emailArgument],
    flags: [
      tenantFlag,
      {
        name: 'to',
        value: 'OWNER',
        summary: 'The email address of an active member, or service:NAME',
        required: true,
      },
    ],
    examples: [
      {
        command: 'coppice registry admin user transfer ada@example.com --tenant acme --to bob@example.com',
        says: 'before Ada leaves',
      },
    ],
  },
  {
    name: 'registry admin token create',
    group: 'registry',
    summary: 'Create a token for a service or a member',
    description: [
      'Prints the token, which is never shown again. What a service publishes belongs to service:NAME, whichever of its tokens was used.',
    ],
    arguments: [],
    flags: [
      tenantFlag,
      { name: 'name', value: 'TEXT', summary: 'What the token is for', required: true },
      {
        name: 'scopes',
        value: '"SCOPE ..."',
        summary:
          'Some of skills:read, skills:publish, skills:curate, tenant:admin; or tenant:scim alone, for an identity provider',
        required: true,
      },
      {
        name: 'service',
        value: 'NAME',
        summary: 'The service that uses it (default: the name of the token)',
      },
      { name: 'user', value: 'EMAIL', summary: 'For this member instead of a service' },
      { name: 'expires', value: '30d|12h|never', fallback: 'never', summary: 'How long the token is valid' },
      {
        name: 'patterns',
        value: '"SLUG ..."',
        summary:
          'The slugs that it may write to, with * as a wildcard (default: all); it then changes nothing else, such as settings or members',
      },
    ],
    examples: [
      {
        command:
          'coppice registry admin token create --tenant acme --name ci --scopes "skills:read skills:publish" --expires 90d',
        says: 'for a pipeline that publishes',
      },
    ],
  },
  {
    name: 'registry admin token list',
    group: 'registry',
    summary: 'List the tokens of a tenant',
    description: ['Includes revoked tokens. The server itself knows only the beginning of each token.'],
    arguments: [],
    flags: [tenantFlag],
    examples: [{ command: 'coppice registry admin token list --tenant acme', says: 'newest first' }],
  },
  {
    name: 'registry admin token revoke',
    group: 'registry',
    summary: 'Revoke a token',
    description: ['Every replica rejects it immediately. Revoking it again changes nothing.'],
    arguments: [{ name: 'id', summary: 'The id that registry admin token list shows' }],
    flags: [tenantFlag],
    examples: [
      {
        command: 'coppice registry admin token revoke 2f1c0b9e-5d0a-4c53-9d3e-0a9f4d1c7e11 --tenant acme',
        says: 'at once',
      },
    ],
  },
  ...registryUpkeepVerbs,
] as const satisfies readonly VerbRecord[];
