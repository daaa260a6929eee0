/*
 * `coppice whoami`: whom the registry takes you for, and what you may do there.
 */

import type { RegistryAddress } from '../../client/rules/manifest.js';
import type { WhoAnswer } from '../../registry/api/routes/account.js';
import { printable } from '../../text/printable.js';
import type { Context } from '../context.js';
import type { Input } from '../input.js';
import { remoteOf } from '../project.js';
import type { Report } from '../verb.js';

export async function runWhoami(context: Context, input: Input): Promise<Report> {
  const remote = await remoteOf(context, input);
  const who = await remote.whoAmI();
  const { principal, role, scopes, expires_at: expiresAt } = who;
  return {
    document: { ...remote.place, principal, role, scopes, expiresAt },
    text: whoText(remote.place, who),
  };
}

export function whoText(
  { url, tenant }: RegistryAddress,
  { principal, scopes, expires_at }: WhoAnswer,
): string {
  const end = expires_at === null ? '' : `, until ${expires_at}`;
  return `${printable(`${url} (${tenant}) as ${principal}, who has ${scopes.join(' ')}${end}`)}\n`;
}
