/*
 * Reads how Coppice is set up: what `coppice hooks status`, `schedule status` and `telemetry show` show, the configuration, and
 * the agents on this machine.
 */

import { type Context, libraryOf } from '../../app/context.js';
import { agentsWithoutHooks, allHooks } from '../../app/hooks.js';
import { readMachineTelemetry } from '../../app/project/telemetry-preview.js';
import { readSchedule } from '../../app/schedule.js';
import { knownAgents } from '../../app/status/present-agents.js';
import { loadState } from '../../curator/state.js';
import { configKeys } from '../../library/rules/config/config-keys.js';
import { homePaths } from '../../system/home.js';
import type { ReadHandlers } from '../api/routes.js';
import type { ScheduleAnswer, SettingsAnswer, SettingsReads, TelemetryAnswer } from '../api/settings.js';
import { configValueText } from '../rules/config-value-text.js';
import { shownPath } from './shown-path.js';

export function settingsReads(context: Context): Pick<ReadHandlers, keyof SettingsReads> {
  return {
    settings: () => readSettings(context),
    schedule: () => readScheduleOf(context),
    telemetry: () => readTelemetryOf(context),
  };
}

export function readSettings(context: Context): SettingsAnswer {
  const { home, configPath = homePaths(home).config } = context;
  const library = libraryOf(context);
  const { config } = library;
  const { paused, lastRun } = loadState(context);
  return {
    now: context.clock.now(),
    configPath: shownPath(context, configPath),
    policy: {
      staleAfterDays: config['curator.stale_after_days'],
      archiveAfterDays: config['curator.archive_after_days'],
      neverUsed: config['curator.never_used'],
      provenance: config['curator.provenance'],
      isPaused: paused,
      lastRunAt: lastRun?.at ?? null,
    },
    values: (Object.keys(configKeys) as (keyof typeof configKeys)[]).map((name) => {
      const { fallback, says } = configKeys[name];
      const value = configValueText(name, config[name]);
      return { name, value, isUsual: value === configValueText(name, fallback), says };
    }),
    agents: knownAgents(library).map(({ agent, present, roots }) => ({
      title: agent.title,
      isFound: present,
      folders: [...new Set(roots.map(({ path }) => shownPath(context, path)))],
    })),
    hooks: allHooks(context).map(({ title, state, path, command, problem }) => ({
      title,
      state,
      path: shownPath(context, path),
      command,
      problem,
    })),
    withoutHooks: agentsWithoutHooks(),
  };
}

async function readScheduleOf(context: Context): Promise<ScheduleAnswer> {
  const { installed, schedules, lastRun } = await readSchedule(context);
  return {
    now: context.clock.now(),
    isInstalled: installed,
    schedules: schedules.map(({ scheduler, every, enabled, mode, nextRun, files }) => ({
      scheduler,
      every,
      isEnabled: enabled,
      mode,
      nextRun,
      files: files.map(({ path, state }) =>
        state === 'ours' ? shownPath(context, path) : `${shownPath(context, path)} (${state})`,
      ),
    })),
    lastRun: lastRun && {
      at: lastRun.at,
      ok: lastRun.ok,
      steps: lastRun.steps.map(({ name, exitCode }) => ({ name, ok: exitCode === 0 })),
    },
  };
}

export async function readTelemetryOf(context: Context): Promise<TelemetryAnswer> {
  const { offBy, installs, use, effect, projects, effects } = await readMachineTelemetry(context);
  const printed = (events: readonly unknown[]) => events.map((event) => JSON.stringify(event));
  return {
    offBy,
    installs,
    use,
    effect,
    sent: [
      ...projects.map(({ project, registry, sharedOn, events }) => ({
        project: shownPath(context, project),
        registry,
        sharedOn,
        events: printed(events),
      })),
      ...(effects.length === 0
        ? []
        : [{ project: null, registry: null, sharedOn: null, events: printed(effects) }]),
    ],
  };
}
