/*
 * `coppice hooks install`: from now on, Claude Code tells what happens.
 */

import { join, resolve } from 'node:path';
import type { Context } from '../../../app/context.js';
import {
  findHooks,
  hookCommand,
  installHooks,
  type SettingsChange,
  uninstallHooks,
} from '../../../evidence/live/hooks.js';
import { findProject } from '../../../library/folders/project.js';
import { CoppiceError } from '../../../text/errors.js';
import { unifiedDiff } from '../../../text/line-diff.js';
import { printable } from '../../../text/printable.js';
import { rowsText } from '../../frame/rows.js';
import type { Input } from '../../rules/input.js';
import type { Report } from '../../rules/verb.js';

export function runHooksInstall(context: Context, input: Input): Report {
  const { files, program, environment, workingFolder } = context;
  const path = hookSettingsToChange(context, input);
  const home = input.text('home');
  const command = hookCommand(files, program, {
    searchPath: environment['PATH'] ?? '',
    home: home === undefined ? undefined : resolve(workingFolder, home),
  });
  const dryRun = input.isOn('dry-run');
  return changeReport(path, installHooks(files, path, { command, dryRun }), dryRun, 'hooks installed');
}

/*
 * `coppice hooks uninstall`: the settings without our hooks.
 */

export function runHooksUninstall(context: Context, input: Input): Report {
  const path = hookSettingsToChange(context, input);
  const dryRun = input.isOn('dry-run');
  return changeReport(path, uninstallHooks(context.files, path, { dryRun }), dryRun, 'hooks taken out');
}

/*
 * `coppice hooks status`: which hooks are in which settings.
 */

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

/*
 * What the verbs about hooks have in common: whose settings they are and where, and the answer to a change.
 */

interface HookSettings {
  readonly scope: 'user' | 'project';
  readonly path: string;
}

/** By `--agent`. The project is left out where there is none. */
export function hookSettings(context: Context, input: Input): readonly HookSettings[] {
  requireClaude(input.text('agent'));
  const { files, workingFolder, userHome, environment } = context;
  const folder = environment['CLAUDE_CONFIG_DIR']?.split(',')[0]?.trim() || join(userHome, '.claude');
  const project = findProject(files, workingFolder, userHome)?.path;
  return [
    { scope: 'user', path: join(folder, 'settings.json') },
    ...(project === undefined
      ? []
      : [{ scope: 'project', path: join(project, '.claude/settings.local.json') } as const]),
  ];
}

/** The one to change, by `--project`. */
export function hookSettingsToChange(context: Context, input: Input): string {
  const scope = input.isOn('project') ? 'project' : 'user';
  const found = hookSettings(context, input).find((settings) => settings.scope === scope);
  if (found !== undefined) return found.path;
  throw new CoppiceError('not-found', `${context.workingFolder} is not in a project`, {
    hint: 'a project is a folder with a .git or a coppice.toml; your home is never one',
  });
}

export function changeReport(path: string, change: SettingsChange, dryRun: boolean, done: string): Report {
  const { before, after, hooks } = change;
  const changed = before !== after;
  const diff = dryRun ? unifiedDiff({ label: path, text: before }, { label: path, text: after }) : undefined;
  const told = printable(changed ? `${done}: ${path}` : `nothing to change: ${path}`);
  return {
    document: { agent: 'claude', path, installed: hooks.installed, changed, ...(dryRun && { diff }) },
    text: diff === undefined ? `${told}\n` : printable(diff, { multiline: true }),
    ...(dryRun && !changed && { talk: `${told}\n` }),
    ...(!dryRun && changed && { talk: 'sessions that are open keep the hooks they began with\n' }),
  };
}

function requireClaude(agent = 'claude'): void {
  if (agent === 'claude') return;
  throw new CoppiceError('bad-value', `--agent cannot be ${agent}: only Claude Code has hooks for this`, {
    hint: 'coppice evidence backfill reads the sessions of other agents',
  });
}
