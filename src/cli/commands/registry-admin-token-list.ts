/*
 * `coppice registry admin token list`: who holds what, and when it was last used.
 */

import { readTokens } from '../../registry/access/tokens.js';
import { withTenant } from '../admin-registry.js';
import type { Context } from '../context.js';
import type { Input } from '../input.js';
import { rowsText } from '../rows.js';
import { timeText } from '../time-text.js';
import type { Report } from '../verb.js';

export async function runTokenList(context: Context, input: Input): Promise<Report> {
  const tokens = await withTenant(context, input, 'registry admin token list', ({ database }, tenantId) =>
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
  return { document: { tokens }, text: rowsText(context.terminal, headers, rows) };
}

function shown(time: Date | null): string {
  return timeText(time?.getTime() ?? 0);
}
