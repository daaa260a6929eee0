/*
 * `coppice hooks install`: from now on, hooks of an agent record what happens.
 */

import { resolve } from 'node:path';
import type { Agent } from '../../../agents/agent.js';
import { type HookedAgent, hookedAgents } from '../../../agents/sessions/hook-payload.js';
import type { Context } from '../../../app/context.js';
import {
  agentsWithoutHooks,
  foundHooks,
  type HooksState,
  hookedAgent,
  hookSettings,
  hooksState,
  installHooksCommand,
} from '../../../app/hooks.js';
import {
  hookCommand,
  installHooks,
  type SettingsChange,
  uninstallHooks,
} from '../../../evidence/live/hooks.js';
import { CoppiceError } from '../../../text/errors.js';
import { unifiedDiff } from '../../../text/line-diff.js';
import { printable } from '../../../text/printable.js';
import { rowsText } from '../../frame/rows.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

export function runHooksInstall(context: Context, input: Input<'hooks install'>): Report {
  const { files, program, environment, workingFolder } = context;
  const agent = hookedAgent(input.text('agent'));
  const path = hookSettingsToChange(context, agent, input.isOn('project'));
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
  const path = hookSettingsToChange(context, agent, input.isOn('project'));
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
  const agent = hookedAgent(input.text('agent'));
  const scopes = foundHooks(context, agent);
  const rows = scopes.map((found) => ({ ...found, state: hooksState(found) }));
  const hints = rows.flatMap(({ state, scope }) => hintsFor(state, installHooksCommand(agent.name, scope)));
  const others = hookedAgents.filter((one) => one !== agent.name);
  const later = [
    `for other agents: --agent ${others.join(' or ')}\n`,
    `Coppice does not install hooks for: ${agentsWithoutHooks().join(', ')}\n`,
  ];
  return {
    document: { agent: agent.name, scopes },
    text: rowsText(
      context.terminal,
      ['SCOPE', 'HOOKS', 'SETTINGS'],
      rows.map(({ scope, state, path }) => [scope, state, path]),
    ),
    notes: [...hints, ...later].join(''),
  };
}

function hintsFor(state: HooksState, command: string): readonly string[] {
  if (state === 'incomplete') return [`hint: ${command} completes them\n`];
  if (state !== 'outdated') return [];
  return [`hint: installed by an older version, so the agent waits for them; run ${command}\n`];
}

/*
 * What install and uninstall have in common: the settings to change, and the answer to a change.
 */

/** The one to change, by `--project`. */
function hookSettingsToChange(context: Context, agent: Agent<HookedAgent>, isProject: boolean): string {
  const scope = isProject ? 'project' : 'user';
  const found = hookSettings(context, agent).find((settings) => settings.scope === scope);
  if (found !== undefined) return found.path;
  const { title, name } = agent;
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

function changeReport(
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
