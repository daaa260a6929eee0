/*
 * Which skills are offered, and why the others are not. Every surface uses these rules, so that a skill that is not
 * listed cannot be invoked in another way either.
 */

import { fallbackDescription } from '../../skill/fields.js';
import type { SkillEntry, ToolConditions } from './entry.js';

export interface Surroundings {
  /** As Node names it: `linux`, `darwin`, `win32`, ... */
  readonly platform: string;
  /** Names or ids. */
  readonly disabled: readonly string[];
  /** The same for one platform, by the names that skills use. */
  readonly platformDisabled: Readonly<Record<string, readonly string[]>>;
  /** What the agent has; conditions are checked only where that is known. */
  readonly tools?: AgentTools;
}

/** The names of an agent's tools and toolsets. */
export interface AgentTools {
  readonly tools: readonly string[];
  readonly toolsets: readonly string[];
}

/** Why a skill that is on the disk is not offered. */
export const hiddenReasons = ['platform', 'disabled', 'conditions', 'empty', 'shadowed'] as const;
export type HiddenReason = (typeof hiddenReasons)[number];

/** The names of platforms in skills and in the configuration, with Node's names. Other names are used as they are. */
const platforms: Readonly<Record<string, string>> = {
  macos: 'darwin',
  darwin: 'darwin',
  linux: 'linux',
  windows: 'win32',
  win32: 'win32',
};

export const platformNames: readonly string[] = Object.keys(platforms);

/** The rule for the given surroundings. It does not decide whether another skill shadows the given one. */
export function hidingRule({ platform, disabled, platformDisabled, tools }: Surroundings): HidingRule {
  const here = Object.keys(platformDisabled).filter((name) => isPlatform(name, platform));
  const off = new Set([...disabled, ...here.flatMap((name) => platformDisabled[name] ?? [])]);
  return (entry) => {
    if (!isForPlatform(entry.platforms, platform)) return 'platform';
    if (off.has(entry.name) || off.has(entry.id)) return 'disabled';
    if (tools !== undefined && !meets(entry.conditions, tools)) return 'conditions';
    return isEmpty(entry) ? 'empty' : undefined;
  };
}

/** Whether the SKILL.md says nothing: neither what it is for nor a line of text. */
function isEmpty({ name, description, diagnostics }: SkillEntry): boolean {
  const isFaulty = diagnostics.some(
    ({ code }) => code === 'no-frontmatter' || code === 'description-missing',
  );
  return isFaulty && description === fallbackDescription(name);
}

/** Undefined when the skill is offered. */
type HidingRule = (entry: SkillEntry) => HiddenReason | undefined;

/** Why a requested skill is hidden, and what to change. */
export function explainHidden(
  entry: SkillEntry,
  reason: HiddenReason,
): { readonly message: string; readonly hint: string } {
  switch (reason) {
    case 'platform':
      return {
        message: `${entry.id} supports only these platforms: ${entry.platforms.join(', ')}`,
        hint: `add this platform to "platforms" in ${entry.path} if the skill works here too`,
      };
    case 'disabled':
      return {
        message: `${entry.id} is disabled`,
        hint: 'remove it from library.disabled and library.platform_disabled in config.toml',
      };
    case 'conditions':
      return {
        message: `${entry.id} does not apply to the tools that are available`,
        hint: `see which tools it requires or replaces in ${entry.path}`,
      };
    case 'empty':
      return {
        message: `${entry.id} is empty: its SKILL.md says nothing`,
        hint: `write ${entry.path}, or remove the folder`,
      };
    case 'shadowed':
      return {
        message: `another skill named ${entry.name} takes precedence`,
        hint: `use its id: ${entry.id}`,
      };
    default:
      return reason satisfies never;
  }
}

/** A skill that names no platforms supports every platform. */
export function isForPlatform(platformsOfSkill: readonly string[], platform: string): boolean {
  return platformsOfSkill.length === 0 || platformsOfSkill.some((name) => isPlatform(name, platform));
}

function isPlatform(name: string, platform: string): boolean {
  return (Object.hasOwn(platforms, name) ? platforms[name] : name) === platform;
}

/** Everything that the skill requires is available, and nothing that it replaces. */
function meets(conditions: ToolConditions, { tools, toolsets }: AgentTools): boolean {
  return (
    conditions.requiresTools.every((tool) => tools.includes(tool)) &&
    conditions.requiresToolsets.every((toolset) => toolsets.includes(toolset)) &&
    !conditions.fallbackForTools.some((tool) => tools.includes(tool)) &&
    !conditions.fallbackForToolsets.some((toolset) => toolsets.includes(toolset))
  );
}
