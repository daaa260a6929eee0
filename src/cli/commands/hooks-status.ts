/*
 * `coppice hooks status`: which hooks are in which settings.
 */

import { findHooks } from '../../evidence/live/hooks.js';
import type { Context } from '../context.js';
import { hookSettings } from '../hook-settings.js';
import type { Input } from '../input.js';
import { rowsText } from '../rows.js';
import type { Report } from '../verb.js';

export function runHooksStatus(context: Context, input: Input): Report {
  const scopes = hookSettings(context, input).map(({ scope, path }) => ({
    path,
    scope,
    ...findHooks(context.files, path),
  }));
  const rows = scopes.map(({ path, scope, installed, missing }) => [
    scope,
    missing.length === 0 ? 'installed' : installed.length === 0 ? 'not installed' : 'incomplete',
    path,
  ]);
  const isIncomplete = rows.some(([, state]) => state === 'incomplete');
  return {
    document: { agent: 'claude', scopes },
    text: rowsText(context.terminal, ['SCOPE', 'HOOKS', 'SETTINGS'], rows),
    ...(isIncomplete && { talk: 'hint: coppice hooks install completes them\n' }),
  };
}
