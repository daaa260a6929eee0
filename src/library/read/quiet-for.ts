/*
 * For which agents a skill is quiet: their own settings hide it or shorten it. It does not matter who made the setting.
 */

import type { AgentName } from '../../agents/index.js';
import type { SkillEntry } from '../rules/entry.js';
import { isUsedHere, type QuietLibrary, switchedAgents, switchFor } from './agent-switches.js';

/** Reads the settings once; the ledger is not read. */
export function quietFor(library: QuietLibrary): (entry: SkillEntry) => readonly AgentName[] {
  const switched = switchedAgents(library).filter(({ settings }) => settings.documents.length > 0);
  if (switched.length === 0) return () => none;
  return (entry) =>
    switched.flatMap((one) => {
      const skill = one.skillOf(entry);
      const found = skill && switchFor(one, one.settings, skill);
      // A setting for all skills is not about this one.
      return found !== undefined && found.setting === one.agent.settings?.quiet?.setting
        ? [one.agent.name]
        : [];
    });
}

const none: readonly AgentName[] = [];

/** Whether an agent on this machine lists the skill as a whole, and has a switch that would make it quiet. */
export function canBeQuiet(library: QuietLibrary): (entry: SkillEntry) => boolean {
  const switched = switchedAgents(library).filter(
    (one) => one.agent.settings?.quiet !== undefined && isUsedHere(library, one),
  );
  return (entry) =>
    switched.some((one) => {
      const skill = one.skillOf(entry);
      return skill !== undefined && switchFor(one, one.settings, skill) === undefined;
    });
}
