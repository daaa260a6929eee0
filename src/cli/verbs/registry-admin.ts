/*
 * Verbs of whoever runs a registry: tenants, their members, and tokens. They work on the database itself.
 */

import type { Role } from '../../registry/api/names.js';
import type { Argument, Flag, VerbRecord } from '../rules/verb.js';
import { registryUpkeepVerbs } from './registry.js';

/** Written out, since their schemas take longer to load than a verb takes to start. */
const roles = ['viewer', 'publisher', 'curator', 'admin'] as const satisfies readonly Role[];

const tenantFlag = {
  name: 'tenant',
  value: 'SLUG',
  summary: 'Of this tenant',
  required: true,
} as const satisfies Flag;
const slugArgument = {
  name: 'slug',
  summary: 'What addresses and the command line call the tenant',
} as const satisfies Argument;
const emailArgument = { name: 'email', summary: 'The address of the member' } as const satisfies Argument;

export const registryAdminVerbs = [
  {
    name: 'registry admin tenant create',
    group: 'registry',
    summary: 'Make a tenant',
    description: [
      'A tenant is a team: its items, members, tokens and settings are its own. The database is started if no server runs.',
    ],
    arguments: [slugArgument],
    flags: [{ name: 'name', value: 'TEXT', summary: 'What people call it' }],
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
    summary: 'Delete a tenant and all that is in it',
    description: ['Items, versions, members, tokens, usage and audit go; only a backup brings them back.'],
    arguments: [slugArgument],
    flags: [{ name: 'confirm', value: 'SLUG', summary: 'The slug once more', required: true }],
    examples: [{ command: 'coppice registry admin tenant delete acme --confirm acme', says: 'for good' }],
  },
  {
    name: 'registry admin user add',
    group: 'registry',
    summary: 'Make somebody a member of a tenant',
    description: [
      'A viewer reads; a publisher publishes too; a curator also reviews drafts and flags; an admin may do everything. The member signs in with a link (registry admin user link).',
    ],
    arguments: [emailArgument],
    flags: [
      tenantFlag,
      { name: 'role', value: 'ROLE', choices: roles, summary: 'What they may do', required: true },
      { name: 'name', value: 'TEXT', summary: 'What people call them' },
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
    examples: [{ command: 'coppice registry admin user list --tenant acme', says: 'with their roles' }],
  },
  {
    name: 'registry admin user remove',
    group: 'registry',
    summary: 'Remove a member, with their tokens and sessions',
    description: [
      'They are refused from now on, by every replica. What they published stays. The last admin of a tenant cannot be removed.',
      'Whoever is added again (registry admin user add) is let in with new links and tokens; the old ones stay worthless. In other tenants they stay a member.',
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
    summary: 'Make a link by which a member signs in, once',
    description: [
      "Prints the path to open at the server's address, or the whole link where COPPICE_PUBLIC_URL tells that address. It is good for 24 hours, and what is secret in it never reaches a log.",
    ],
    arguments: [emailArgument],
    flags: [tenantFlag],
    examples: [
      { command: 'coppice registry admin user link ada@example.com --tenant acme', says: 'for the browser' },
    ],
  },
  {
    name: 'registry admin token create',
    group: 'registry',
    summary: 'Make a token for a service or a member',
    description: [
      'Prints the token, which is not to be had again. What a service publishes belongs to service:NAME, whichever of its tokens it came with.',
    ],
    arguments: [],
    flags: [
      tenantFlag,
      { name: 'name', value: 'TEXT', summary: 'What the token is for', required: true },
      {
        name: 'scopes',
        value: '"SCOPE ..."',
        summary: 'Some of skills:read, skills:publish, skills:curate, tenant:admin',
        required: true,
      },
      { name: 'service', value: 'NAME', summary: 'Who acts by it; the name of the token unless told' },
      { name: 'user', value: 'EMAIL', summary: 'For this member instead of a service' },
      { name: 'expires', value: '30d|12h|never', fallback: 'never', summary: 'How long it is good for' },
      {
        name: 'patterns',
        value: '"SLUG ..."',
        summary: 'Slugs, with * for any letters, that it may write to; all unless told',
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
    description: ['Revoked ones too. Their text is not known to the server either, but for its beginning.'],
    arguments: [],
    flags: [tenantFlag],
    examples: [{ command: 'coppice registry admin token list --tenant acme', says: 'newest first' }],
  },
  {
    name: 'registry admin token revoke',
    group: 'registry',
    summary: 'Revoke a token',
    description: ['It is refused from now on, by every replica. To revoke it again changes nothing.'],
    arguments: [{ name: 'id', summary: 'As registry admin token list shows it' }],
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
