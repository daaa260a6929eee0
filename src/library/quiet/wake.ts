/*
 * Wakes skills: takes out the switches that Coppice set, by the ledger. A switch that somebody else set, or changed since,
 * stays.
 */

import { type AgentName, agentNamed } from '../../agents/index.js';
import { agentNames } from '../../agents/names.js';
import { CoppiceError } from '../../text/errors.js';
import { isEqual } from '../../text/shape.js';
import { decodeSettings } from '../../text/utf8.js';
import { findEntries } from '../ledger/find-entries.js';
import { type QuietLibrary, type SwitchedAgent, switchedAgents } from '../read/agent-switches.js';
import type { SkillEntry } from '../rules/entry.js';
import { nameOf, type SettingChange } from '../rules/ledger-entry.js';
import { settingWord } from '../rules/ledger-words.js';
import { settingValue } from '../rules/setting-text.js';
import type { PackageTarget, WriteDeps } from '../write/write-target.js';
import { type OwnSetting, ownSettings } from './own-settings.js';
import {
  type PlannedChange,
  type QuietOptions,
  type QuietReport,
  type QuietSkip,
  writeChanges,
} from './quiet.js';

/** Without skills, all that Coppice made quiet; those that are gone from the disk too. */
export async function wakeSkills(
  library: QuietLibrary,
  deps: WriteDeps,
  skills: readonly SkillEntry[] | undefined,
  options: Omit<QuietOptions, 'level'>,
): Promise<QuietReport> {
  const { agents = agentNames } = options;
  const all = [...ownSettings(findEntries(deps, [settingWord]).entries).values()].filter(({ setting }) =>
    agents.some((name) => name === setting.agent),
  );
  const switched = skills === undefined || all.length === 0 ? [] : switchedAgents(library);
  const chosen: { readonly own: OwnSetting; readonly target: PackageTarget }[] =
    skills === undefined ? all.map((own) => ({ own, target: recordedTarget(own) })) : [];
  const skipped: QuietSkip[] = [];
  for (const entry of skills ?? []) {
    const keys = keysOf(switched, entry);
    const ofSkill = all.filter((own) => own.entry.skill === entry.id || keys.has(keyOf(own.setting)));
    chosen.push(...ofSkill.map((own) => ({ own, target: entry })));
    if (ofSkill.length === 0)
      skipped.push({
        skill: entry.id,
        agent: null,
        reason: 'not-quiet',
        message: 'Coppice has not made it quiet',
      });
  }
  const planned: PlannedChange[] = [];
  for (const { own, target } of chosen) {
    const skip = whyKept(library, own);
    const agent = nameOfAgent(own.setting.agent);
    if (skip !== undefined) skipped.push({ skill: target.id, agent, ...skip });
    else planned.push(planWake(own, target, options.reason));
  }
  return await writeChanges(deps, planned, skipped, options);
}

/** The keys that the skill has now, in whichever file; the ledger may know it by another id. */
function keysOf(switched: readonly SwitchedAgent[], entry: SkillEntry): ReadonlySet<string> {
  return new Set(
    switched.flatMap((one) => {
      const { quiet } = one.agent.settings ?? {};
      const skill = quiet && one.skillOf(entry);
      if (quiet === undefined || skill === undefined) return [];
      return quiet.keyPaths(skill).map((keyPath) => keyOf({ agent: one.agent.name, keyPath }));
    }),
  );
}

function keyOf({ agent, keyPath }: Pick<SettingChange, 'agent' | 'keyPath'>): string {
  return JSON.stringify([agent, ...keyPath]);
}

function whyKept(
  { files }: QuietLibrary,
  { setting }: OwnSetting,
): Pick<QuietSkip, 'reason' | 'message'> | undefined {
  const { file, after } = setting;
  try {
    const now = settingValue(decodeSettings(files.read(file)?.bytes, file), setting);
    if (isEqual(now, after)) return undefined;
    const message =
      now === null
        ? `its switch is no longer in ${file}`
        : `its switch in ${file} was changed by somebody else and stays`;
    return { reason: 'changed', message };
  } catch (error) {
    if (!(error instanceof CoppiceError)) throw error;
    return { reason: 'unreadable', message: error.message };
  }
}

function planWake({ setting }: OwnSetting, target: PackageTarget, reason: string | undefined): PlannedChange {
  const { agent, file, keyPath } = setting;
  return {
    skill: target.id,
    agent: nameOfAgent(agent),
    level: null,
    setting: settingNameOf(agent),
    file,
    write: { agent, file, keyPath, target, action: 'wake', value: null, reason },
  };
}

/** The ledger has only agents that this version or an older one knows. */
function nameOfAgent(name: string): AgentName {
  const known = agentNames.find((one) => one === name);
  if (known === undefined) throw new CoppiceError('newer-format', `the agent ${name} is not known here`);
  return known;
}

function settingNameOf(agent: string): string {
  return agentNamed(nameOfAgent(agent)).settings?.quiet?.setting ?? '';
}

/** The package as the ledger knows it; it may be gone. */
function recordedTarget({ entry }: OwnSetting): PackageTarget {
  const { skill, root, folder } = entry;
  const label = skill.slice(0, skill.indexOf(':'));
  return {
    id: skill,
    name: nameOf(skill),
    root: { label, path: root },
    folder: folder === '' ? root : `${root}/${folder}`,
  };
}
