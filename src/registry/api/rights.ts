/*
 * What a person or a service may do in a namespace, where that comes from, and which approvals a publish needs: shapes and
 * words that the server, the command line and the pages share.
 */

import { z } from 'zod';
import { namespaceOf } from './item-slug.js';
import { namespaceSchema } from './names.js';

/** Each may do what those before it may. */
export const namespaceRoles = ['reader', 'proposer', 'publisher', 'curator', 'admin'] as const;
export type NamespaceRole = (typeof namespaceRoles)[number];

export function isAtLeast(role: NamespaceRole, wanted: NamespaceRole): boolean {
  return namespaceRoles.indexOf(role) >= namespaceRoles.indexOf(wanted);
}

/**
 * Where a role comes from: the role in the whole tenant, the default of the namespace, an assignment to the person or
 * service, or one to a group that they are in.
 */
const rightSources = ['tenant', 'default', 'person', 'group'] as const;

export const rightAnswer = z.object({
  /** Null for names without a namespace. */
  namespace: namespaceSchema.nullable(),
  role: z.enum(namespaceRoles),
  from: z.enum(rightSources),
  /** The name of the group; null unless the role comes from one. */
  group: z.string().nullable(),
});
export type Right = Readonly<z.infer<typeof rightAnswer>>;

/** The right to an item of this name; undefined where its namespace does not exist. */
export function rightTo(rights: readonly Right[], slug: string): Right | undefined {
  const namespace = namespaceOf(slug);
  return rights.find((right) => right.namespace === namespace);
}

export const approvalRule = z.strictObject({
  approvals: z.number().int().min(1).max(10).describe('How many people must approve'),
  by: z.enum(['publisher', 'curator', 'admin']).default('curator').describe('The least role of who approves'),
  no_self: z
    .boolean()
    .default(true)
    .describe('Whether nobody who proposed or edited the draft may approve it'),
});
export type ApprovalRule = Readonly<z.output<typeof approvalRule>>;

/** The names that a pattern with `*` stands for; each part is matched at its leftmost position, without backtracking. */
export function matchesName(pattern: string, name: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return pattern === name;
  if (!name.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}

/** `*` in the middle of names: slugs and namespaces. */
export const namePattern = z
  .string()
  .regex(
    /^(?=.{1,104}$)(?:@[a-z0-9*][a-z0-9*-]*\/)?[a-z0-9*][a-z0-9*-]*$/,
    'a pattern is a name in which `*` stands for anything, like `team-*` or `@design/*`',
  );
