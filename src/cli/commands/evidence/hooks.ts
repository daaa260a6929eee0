/*
 * `coppice hooks install`: from now on, hooks of an agent record what happens.
 */

import { resolve } from 'node:path';

import type { Agent } from '../../../agents/agent.js';
import { agents } from '../../../agents/index.js';
import { locateSettings } from '../../../agents/locate.js';
import { type HookedAgent, hookedAgents } from '../../../agents/sessions/hook-payload.js';

import type { Context } from '../../../app/context.js';
import {
  findHooks,
  hookCommand,
  installHooks,
  type SettingsChange,
  uninstallHooks,
} from '../../../evidence/live/hooks.js';
import type { FoundHooks } from '../../../evidence/rules/hook-settings.js';
import { findProject } from '../../../library/folders/project.js';
import { CoppiceError } from '../../../text/errors.js';
import { unifiedDiff } from '../../../text/line-diff.js';
import { printable } from '../../../text/printable.js';
import { rowsText } from '../../frame/rows.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

export function runHooksInstall(context: Context, input: Input<'hooks install'>): Report {
  const { files, program, environment, workingFolder } = context;
  const agent = hookedAgent(input.text('agent'));
  const path = hookSettingsToChange(context, input);
  const home = input.text('home');
  const command = hookCommand(files, program, {
    agent: agent.name,
    searchPath: environment['PATH'] ?? '',
    home: home === undefined ? undefined : resolve(workingFolder, home),
  });
  const dryRun = input.isOn('dry-run');
  const change = installHooks(files, path, {
    agent: agent.name,
    command,
    home: context.home,
    dryRun,
  });
  return changeReport(agent, path, change, dryRun, 'hooks installed');
}

/*
 * `coppice hooks uninstall`: the settings without our hooks.
 */

export function runHooksUninstall(context: Context, input: Input<'hooks uninstall'>): Report {
  const agent = hookedAgent(input.text('agent'));
  const path = hookSettingsToChange(context, input);
  const dryRun = input.isOn('dry-run');
  const change = uninstallHooks(context.files, path, {
    agent: agent.name,
    home: context.home,
    dryRun,
  });
  return changeReport(agent, path, change, dryRun, 'hooks removed');
}

/*
 * `coppice hooks status`: which hooks are in which settings.
 */

export function runHooksStatus(context: Context, input: Input<'hooks status'>): Report {
  const { name } = hookedAgent(input.text('agent'));
  const scopes = hookSettings(context, input).map(({ scope, path }) => ({
    path,
    scope,
    ...findHooks(context.files, path, name),
  }));
  const rows = scopes.map((found) => ({ ...found, state: stateOf(found) }));
  const hints = rows.flatMap(({ state, scope }) => hintsFor(state, scope, name));
  const others = hookedAgents.filter((one) => one !== name);
  const later = [
    `for other agents: --agent ${others.join(' or ')}\n`,
    `Coppice does not install hooks for: ${agentsWithoutHooks().join(', ')}\n`,
  ];
  return {
    document: { agent: name, scopes },
    text: rowsText(
      context.terminal,
      ['SCOPE', 'HOOKS', 'SETTINGS'],
      rows.map(({ scope, state, path }) => [scope, state, path]),
    ),
    notes: [...hints, ...later].join(''),
  };
}

type HooksState = 'installed' | 'not installed' | 'incomplete' | 'outdated';

function stateOf({ installed, missing, outdated }: FoundHooks): HooksState {
  if (installed.length === 0) return 'not installed';
  if (missing.length > 0) return 'incomplete';
  return outdated ? 'outdated' : 'installed';
}

function hintsFor(state: HooksState, scope: HookSettings['scope'], agent: HookedAgent): readonly string[] {
  const whose = agent === 'claude' ? '' : ` --agent ${agent}`;
  const command = `coppice hooks install${whose}${scope === 'project' ? ' --project' : ''}`;
  if (state === 'incomplete') return [`hint: ${command} completes them\n`];
  if (state !== 'outdated') return [];
  return [`hint: installed by an older version, so the agent waits for them; run ${command}\n`];
}

/*
 * What the verbs about hooks have in common: whose settings they are and where, and the answer to a change.
 */

interface HookSettings {
  readonly scope: 'user' | 'project';
  readonly path: string;
}

interface AgentInput {
  text(name: 'agent'): string | undefined;
}

/** By `--agent`. The project is left out where there is none. */
export function hookSettings(context: Context, input: AgentInput): readonly HookSettings[] {
  const agent = hookedAgent(input.text('agent'));
  const { files, workingFolder, userHome } = context;
  const project = findProject(files, workingFolder, userHome)?.path;
  const folders = project === undefined ? [] : [project];
  // Hooks of a project are the user's own there, so they go into the settings that nobody else gets.
  return (agent.hooks?.files ?? [])
    .filter(({ scope }) => scope === 'user' || scope === 'local')
    .flatMap((file) =>
      locateSettings(agent, file, context, folders).map((path) => ({
        scope: file.scope === 'user' ? ('user' as const) : ('project' as const),
        path,
      })),
    );
}

/** The agents that have hooks which Coppice does not install. */
export function agentsWithoutHooks(): readonly string[] {
  return agents
    .filter(({ hooks }) => hooks !== undefined && hooks.installed === undefined)
    .map(({ title }) => title);
}

/** The one to change, by `--project`. */
export function hookSettingsToChange(
  context: Context,
  input: AgentInput & { isOn(name: 'project'): boolean },
): string {
  const scope = input.isOn('project') ? 'project' : 'user';
  const found = hookSettings(context, input).find((settings) => settings.scope === scope);
  if (found !== undefined) return found.path;
  const { title, name } = hookedAgent(input.text('agent'));
  if (scope === 'project' && name !== 'claude')
    throw new CoppiceError(
      'bad-value',
      `--project is only for Claude Code: the settings of ${title} in a project are shared`,
      { hint: `coppice hooks install --agent ${name} installs the hooks for all your projects` },
    );
  throw new CoppiceError('not-found', `${context.workingFolder} is not in a project`, {
    hint: 'a project is a folder with .git or coppice.toml in it; your home folder never counts as one',
  });
}

export function changeReport(
  { name, title, hooks: facts }: Agent<HookedAgent>,
  path: string,
  change: SettingsChange,
  dryRun: boolean,
  done: string,
): Report {
  const { before, after, hooks } = change;
  const changed = before !== after;
  const diff = dryRun ? unifiedDiff({ label: path, text: before }, { label: path, text: after }) : undefined;
  const asks = hooks.installed.length > 0 && name === 'codex' ? facts?.approval : undefined;
  const approval = asks === undefined ? '' : `${title} runs them after your approval: ${asks}\n`;
  const told = printable(changed ? `${done}: ${path}` : `nothing to change: ${path}`);
  return {
    document: { agent: name, path, installed: hooks.installed, changed, ...(dryRun && { diff }) },
    text: diff === undefined ? `${told}\n` : printable(diff, { multiline: true }),
    ...(dryRun && !changed && { notes: `${told}\n` }),
    ...(!dryRun && changed && { notes: `open sessions keep their current hooks\n${approval}` }),
  };
}

function hookedAgent(name = 'claude'): Agent<HookedAgent> {
  const hooked = hookedAgents.find((one) => one === name);
  const agent = agents.find((one) => one.name === name);
  if (hooked !== undefined && agent !== undefined) return { ...agent, name: hooked };
  const why =
    agent === undefined
      ? 'there is no such agent'
      : agent.hooks === undefined
        ? `Coppice knows no hooks of ${agent.title}`
        : `${agent.title} ${agent.hooks.notInstalled}`;
  throw new CoppiceError('bad-value', `--agent cannot be ${name}: ${why}`, {
    hint: `use one of: ${hookedAgents.join(', ')}; coppice evidence backfill reads the sessions of other agents`,
  });
}
