/*
 * Makes skills quiet: sets the switch that an agent itself has for a skill, so that no byte of the skill changes. Only
 * the user's settings are edited, and only keys that nobody else has set; each is in the ledger and can be undone.
 */

import type { QuietLevel as LevelOfSwitch, QuietSwitch, Switch, SwitchedSkill } from '../../agents/agent.js';
import type { AgentName } from '../../agents/index.js';
import { CoppiceError } from '../../text/errors.js';
import { decodeSettings } from '../../text/utf8.js';
import { findEntries } from '../ledger/find-entries.js';
import type { SettingsReader } from '../read/agent-settings.js';
import {
  fileToEdit,
  isUsedHere,
  type QuietLibrary,
  type SwitchedAgent,
  switchedAgents,
  switchFor,
} from '../read/agent-switches.js';
import type { SkillEntry } from '../rules/entry.js';
import type { Actor, SettingPlace } from '../rules/ledger-entry.js';
import { settingWord } from '../rules/ledger-words.js';
import { settingValue, withSetting } from '../rules/setting-text.js';
import { type SettingWrite, writeSettings } from '../write/settings.js';
import type { WriteDeps } from '../write/write-target.js';
import { type OwnSetting, ownSettings, placeKey } from './own-settings.js';

export type QuietLevel = Switch['state'];

export interface QuietOptions {
  /** An agent never edits settings. */
  readonly actor: Extract<Actor, 'user' | 'curator'>;
  readonly run?: string | undefined;
  /** Only agents whose switch has this level; the mildest of each agent unless given. */
  readonly level?: QuietLevel | undefined;
  /** Only these agents. */
  readonly agents?: readonly AgentName[] | undefined;
  readonly dryRun?: boolean | undefined;
  readonly reason?: string | undefined;
}

export interface QuietReport {
  /** Undoes all changes at once; null where there are none. */
  readonly run: string | null;
  readonly changes: readonly QuietChange[];
  readonly skipped: readonly QuietSkip[];
}

export interface QuietChange {
  /** The id. */
  readonly skill: string;
  readonly agent: AgentName;
  /** Null where the skill is no longer quiet. */
  readonly level: QuietLevel | null;
  /** The setting by its name. */
  readonly setting: string;
  readonly file: string;
  /** The id in the ledger; null in a dry run. */
  readonly entry: string | null;
}

export interface QuietSkip {
  readonly skill: string;
  /** Null where no agent is concerned. */
  readonly agent: AgentName | null;
  readonly reason: QuietSkipReason;
  /** A phrase without a full stop. */
  readonly message: string;
}

/**
 * no-agent: no agent here reads it and has a switch; no-level: the switch does not have this level; already-quiet:
 * nothing is to be done; set-by-hand: somebody else made a setting about it; overridden: another setting would win;
 * unreadable: the file cannot be edited without loss; failed: it could not be written; not-quiet: Coppice has not made it
 * quiet; changed: somebody changed the setting that Coppice made.
 */
export type QuietSkipReason =
  | 'no-agent'
  | 'no-level'
  | 'already-quiet'
  | 'set-by-hand'
  | 'overridden'
  | 'unreadable'
  | 'failed'
  | 'not-quiet'
  | 'changed';

export async function quietSkills(
  library: QuietLibrary,
  deps: WriteDeps,
  skills: readonly SkillEntry[],
  options: QuietOptions,
): Promise<QuietReport> {
  const switched = switchedAgents(library).filter(
    (one) => options.agents?.includes(one.agent.name) ?? isUsedHere(library, one),
  );
  const own = ownSettings(findEntries(deps, [settingWord]).entries);
  const planned: PlannedChange[] = [];
  const skipped: QuietSkip[] = [];
  for (const entry of skills) {
    const readers = switched.flatMap((one) => {
      const skill = one.agent.settings?.quiet && one.skillOf(entry);
      return skill === undefined ? [] : [{ one, skill }];
    });
    if (readers.length === 0) skipped.push(unread(entry, options));
    for (const { one, skill } of readers) {
      const plan = planQuiet(library, own, entry, one, skill, options);
      if (Array.isArray(plan)) planned.push(...plan);
      else skipped.push({ skill: entry.id, agent: one.agent.name, ...(plan as Skip) });
    }
  }
  return await writeChanges(deps, planned, skipped, options);
}

/** One key of one skill. */
export interface PlannedChange extends Omit<QuietChange, 'entry'> {
  readonly write: SettingWrite;
}

export async function writeChanges(
  deps: WriteDeps,
  planned: readonly PlannedChange[],
  skipped: readonly QuietSkip[],
  { actor, dryRun, ...options }: Pick<QuietOptions, 'actor' | 'dryRun' | 'run'>,
): Promise<QuietReport> {
  const shown = planned.map(({ write: _, ...change }) => change);
  if (dryRun || planned.length === 0)
    return { run: null, changes: shown.map((change) => ({ ...change, entry: null })), skipped };
  const run = options.run ?? deps.ids.next();
  const outcomes = await writeSettings(
    deps,
    planned.map(({ write }) => write),
    { actor, run },
  );
  const failed = shown.flatMap(({ skill, agent }, at): QuietSkip[] => {
    const outcome = outcomes[at];
    if (outcome?.kind !== 'failed') return [];
    return [{ skill, agent, reason: 'failed', message: outcome.error.message }];
  });
  const changes = shown.flatMap((change, at): QuietChange[] => {
    const outcome = outcomes[at];
    return outcome?.kind === 'recorded' ? [{ ...change, entry: outcome.entry.id }] : [];
  });
  return { run: changes.length === 0 ? null : run, changes, skipped: [...skipped, ...failed] };
}

type Skip = Pick<QuietSkip, 'reason' | 'message'>;

function unread({ id, root }: SkillEntry, { agents }: QuietOptions): QuietSkip {
  const who =
    agents === undefined ? 'no agent on this machine' : `none of these agents (${agents.join(', ')})`;
  const message = root.kind === 'plugin' ? pluginText : `${who} reads it and has a switch for single skills`;
  return { skill: id, agent: null, reason: 'no-agent', message };
}

const pluginText = 'it belongs to a plugin, which its agent turns on and off as a whole';

function planQuiet(
  library: QuietLibrary,
  own: ReadonlyMap<string, OwnSetting>,
  entry: SkillEntry,
  one: SwitchedAgent,
  skill: SwitchedSkill,
  { level, reason }: QuietOptions,
): readonly PlannedChange[] | Skip {
  const { agent } = one;
  if (skill.plugin !== undefined) return { reason: 'no-agent', message: pluginText };
  const quiet = agent.settings?.quiet;
  const file = quiet && fileToEdit(library, one, quiet);
  const chosen = quiet && levelOf(quiet, level);
  if (quiet === undefined || file === undefined || chosen === undefined)
    return { reason: 'no-level', message: `the switch of ${agent.title} has no level ${level ?? 'at all'}` };
  const places = quiet.keyPaths(skill).map((keyPath) => ({ agent: agent.name, file, keyPath }));
  if (places.length === 0)
    return {
      reason: 'no-level',
      message: `its name is a pattern to ${agent.title}, which would match others`,
    };
  try {
    const text = decodeSettings(library.files.read(file)?.bytes, file);
    const values = places.map((place) => settingValue(text, place));
    if (values.every((value) => value === chosen.value))
      return places.every((place) => own.has(placeKey(place)))
        ? { reason: 'already-quiet', message: 'it is quiet already' }
        : switchedByOthers(quiet.setting, file, chosen.value);
    const foreign = places.findIndex((place, at) => {
      const value = values[at] ?? null;
      return value !== null && own.get(placeKey(place))?.setting.after !== value;
    });
    if (foreign !== -1) return switchedByOthers(quiet.setting, file, values[foreign]);
    const now = switchFor(one, one.settings, skill);
    if (now !== undefined && values.every((value) => value === null))
      return { reason: 'set-by-hand', message: `${stateText[now.state]} by ${now.setting} in ${now.file}` };
    const edited = places.reduce((before, place) => withSetting(before, place, chosen.value), text);
    const after = switchFor(one, one.read(withText(library.files, file, edited)), skill);
    if (after?.state !== chosen.state)
      return {
        reason: 'overridden',
        message: `another setting of ${agent.title} takes precedence over ${file}`,
      };
  } catch (error) {
    if (!(error instanceof CoppiceError)) throw error;
    return { reason: 'unreadable', message: error.message };
  }
  return places.map((place: SettingPlace) => ({
    skill: entry.id,
    agent: agent.name,
    level: chosen.state,
    setting: quiet.setting,
    file,
    write: { ...place, target: entry, action: 'quiet', value: chosen.value, reason },
  }));
}

function levelOf({ levels }: QuietSwitch, wanted: QuietLevel | undefined): LevelOfSwitch | undefined {
  return wanted === undefined ? levels[0] : levels.find(({ state }) => state === wanted);
}

const stateText: Readonly<Record<QuietLevel, string>> = {
  off: 'it is turned off',
  'name-only': 'it is listed by its name only',
  'user-only': 'it is kept from the model',
};

/** A value that no switch has is not repeated: whatever it is, it is none of ours. */
function switchedByOthers(setting: string, file: string, value: unknown): Skip {
  const isPlain = typeof value === 'boolean' || (typeof value === 'string' && /^[a-z-]{1,24}$/.test(value));
  const shown = isPlain ? JSON.stringify(value) : 'a value of its own';
  const message = `${setting} in ${file} sets it to ${shown}, and Coppice changes only what it set itself`;
  return { reason: 'set-by-hand', message };
}

/** The files with another text for one of them. */
function withText(files: SettingsReader, changed: string, text: string): SettingsReader {
  const bytes = new TextEncoder().encode(text);
  return { read: (path, range) => (path === changed ? { bytes } : files.read(path, range)) };
}
