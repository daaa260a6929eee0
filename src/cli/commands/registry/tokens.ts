/*
 * `coppice registry admin token create`: a token for a service or a member. Its text is printed only once.
 */

import { z } from 'zod';
import type { Context } from '../../../app/context.js';
import { withTenant } from '../../../app/project/admin-registry.js';
import { adminActor } from '../../../registry/access/tenants.js';
import {
  makeToken,
  type NewTokenOwner,
  readTokens,
  revokeToken,
  type Token,
  type WantedToken,
} from '../../../registry/access/tokens.js';
import { allScopes } from '../../../registry/api/names.js';
import { accountRoutes } from '../../../registry/api/routes/account.js';
import { CoppiceError } from '../../../text/errors.js';
import { printable } from '../../../text/printable.js';
import { dayMs, hourMs, timeText } from '../../../text/time.js';
import { rowsText } from '../../frame/rows.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

const createVerb = 'registry admin token create';

export async function runTokenCreate(
  context: Context,
  input: Input<'registry admin token create'>,
): Promise<Report> {
  const wanted = {
    ...wantedIn(input),
    expiresAt: expiryIn(input.text('expires') ?? 'never', context.clock.now()),
  };
  const owner = ownerIn(input, wanted.name);
  const { text, ...token } = await withTenant(context, input.text('tenant'), (registry, tenantId) =>
    makeToken(registry, tenantId, owner, wanted),
  );
  const end =
    token.expiresAt === null ? 'until it is revoked' : `until ${timeText(token.expiresAt.getTime())} UTC`;
  return {
    document: { token: text, ...token },
    text: `${text}\n`,
    notes: `${printable(`a token of ${token.owner} with ${token.scopes.join(' ')}, valid ${end}; save it, it is not shown again`)}\n${ownershipNote(token)}`,
  };
}

/** A person who publishes with the token of a service does not own what they published. */
function ownershipNote({ owner, scopes }: Pick<Token, 'owner' | 'scopes'>): string {
  if (!owner.startsWith('service:') || !scopes.includes('skills:publish')) return '';
  return `${printable(`what is published with it belongs to ${owner}; a person makes their own on the page Tokens, or give --user EMAIL`)}\n`;
}

/** By the rules of the route that makes tokens. */
function wantedIn(input: Input<'registry admin token create'>): Omit<WantedToken, 'expiresAt'> {
  const body = accountRoutes.createToken.body.extend({ scopes: z.array(z.enum(allScopes)).min(1) });
  const parsed = body.safeParse({
    name: input.text('name'),
    scopes: words(input.text('scopes')),
    patterns: words(input.text('patterns') ?? ''),
  });
  if (parsed.success) return parsed.data;
  const unknown = words(input.text('scopes')).filter((word) => !allScopes.some((scope) => scope === word));
  if (unknown.length > 0)
    throw new CoppiceError('bad-value', `--scopes cannot contain ${unknown.join(', ')}`, {
      hint: `use some of: ${allScopes.join(', ')}`,
    });
  const [issue] = parsed.error.issues;
  throw new CoppiceError('bad-value', `--${String(issue?.path[0])} cannot be used: ${issue?.message}`, {
    hint: `coppice help ${createVerb}`,
  });
}

function ownerIn(input: Input<'registry admin token create'>, name: string): NewTokenOwner {
  const service = input.text('service');
  const email = input.text('user');
  if (email === undefined) return { service: service ?? name };
  if (service === undefined) return { email };
  throw new CoppiceError('usage', 'use either --service or --user');
}

function words(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '');
}

function expiryIn(text: string, now: number): Date | null {
  if (text === 'never') return null;
  const [, count, unit] = /^([1-9]\d{0,4})([dh])$/.exec(text) ?? [];
  if (count !== undefined) return new Date(now + Number(count) * (unit === 'd' ? dayMs : hourMs));
  throw new CoppiceError('bad-value', `--expires cannot be ${text === '' ? 'empty' : text}`, {
    hint: 'give days (30d), hours (12h) or never',
  });
}

/*
 * `coppice registry admin token list`: the tokens of a tenant, and when each was last used.
 */

export async function runTokenList(
  context: Context,
  input: Input<'registry admin token list'>,
): Promise<Report> {
  const tokens = await withTenant(context, input.text('tenant'), ({ database }, tenantId) =>
    readTokens(database, tenantId),
  );
  const headers = ['ID', 'TOKEN', 'OWNER', 'SCOPES', 'EXPIRES', 'LAST USED', 'REVOKED', 'NAME'];
  const rows = tokens.map((token) => [
    token.id,
    `${token.prefix}...`,
    token.owner,
    token.scopes.join(' '),
    shown(token.expiresAt),
    shown(token.lastUsedAt),
    shown(token.revokedAt),
    token.name,
  ]);
  return { document: { tokens }, text: rowsText(context.terminal, headers, rows, { whole: true }) };
}

function shown(time: Date | null): string {
  return timeText(time?.getTime() ?? 0);
}

/*
 * `coppice registry admin token revoke`: invalidates a token.
 */

export async function runTokenRevoke(
  context: Context,
  input: Input<'registry admin token revoke'>,
): Promise<Report> {
  const id = input.argument('id');
  await withTenant(context, input.text('tenant'), (registry, tenantId) =>
    revokeToken(registry, adminActor(tenantId), { id }),
  );
  return { document: { revoked: id }, text: `revoked ${id}\n` };
}
