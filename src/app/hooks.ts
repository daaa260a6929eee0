/*
 * The hooks that record what happens: whose settings they are in, and whether they are installed there.
 */

import type { Agent } from '../agents/agent.js';
import { agents } from '../agents/index.js';
import { configurationFolder, locateSettings } from '../agents/locate.js';
import { type HookedAgent, hookedAgents } from '../agents/sessions/hook-payload.js';
import { findHooks } from '../evidence/live/hooks.js';
import type { FoundHooks } from '../evidence/rules/hook-settings.js';
import { findProject } from '../library/folders/project.js';
import { CoppiceError, unlessRefused } from '../text/errors.js';
import type { Context } from './context.js';

export interface HookSettings {
  readonly scope: 'user' | 'project';
  readonly path: string;
}

export type HooksState = 'installed' | 'not installed' | 'incomplete' | 'outdated';

/** What is in one file of settings. */
export interface FoundHookSettings extends HookSettings, FoundHooks {}

/** The record of an agent for which Coppice installs hooks. */
export function hookedAgent(name = 'claude'): Agent<HookedAgent> {
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

/** Where hooks of this agent can be. The project is left out where there is none. */
export function hookSettings(context: Context, agent: Agent<HookedAgent>): readonly HookSettings[] {
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

export function foundHooks(context: Context, agent: Agent<HookedAgent>): readonly FoundHookSettings[] {
  return hookSettings(context, agent).map(({ path, scope }) => ({
    path,
    scope,
    ...findHooks(context.files, path, agent.name),
  }));
}

export function hooksState({ installed, missing, outdated }: FoundHooks): HooksState {
  if (installed.length === 0) return 'not installed';
  if (missing.length > 0) return 'incomplete';
  return outdated ? 'outdated' : 'installed';
}

/** The hooks of one agent in one file of settings, as a person is shown them. */
export interface HooksRow extends HookSettings {
  readonly title: string;
  readonly state: HooksState | 'unreadable';
  /** What installs or completes them; null where there is nothing to do. */
  readonly command: string | null;
  /** Why the settings cannot be read. */
  readonly problem: string | null;
}

/** Of every agent that has a folder on this machine. */
export function allHooks(context: Context): readonly HooksRow[] {
  return hookedAgents.map(hookedAgent).flatMap((agent) => {
    const folder = configurationFolder(agent, context);
    if (unlessRefused(() => context.files.stat(folder))?.kind !== 'folder') return [];
    return hookSettings(context, agent).map(({ path, scope }): HooksRow => {
      const row = { title: agent.title, path, scope };
      try {
        const state = hooksState(findHooks(context.files, path, agent.name));
        const command = state === 'installed' ? null : installHooksCommand(agent.name, scope);
        return { ...row, state, command, problem: null };
      } catch (error) {
        if (!(error instanceof CoppiceError)) throw error;
        return { ...row, state: 'unreadable', command: null, problem: error.message };
      }
    });
  });
}

/** What installs or completes the hooks in this scope. */
export function installHooksCommand(agent: HookedAgent, scope: HookSettings['scope']): string {
  const whose = agent === 'claude' ? '' : ` --agent ${agent}`;
  return `coppice hooks install${whose}${scope === 'project' ? ' --project' : ''}`;
}

/** The agents that have hooks which Coppice does not install. */
export function agentsWithoutHooks(): readonly string[] {
  return agents
    .filter(({ hooks }) => hooks !== undefined && hooks.installed === undefined)
    .map(({ title }) => title);
}
