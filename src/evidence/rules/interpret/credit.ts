/*
 * Which skill an event is credited to, and why: the skill that the call names, the one that the transcript declares, or
 * the one that is active.
 */

import type { Credit } from '../event.js';
import { type ActiveSkill, bareName, type Conversation } from './conversation.js';
import type { SkillUse } from './skill-use.js';

/** The weights of an event that names a skill, and of one that happens while the skill is active. */
export const creditWeights = { named: 1, span: 0.5 };

export function creditOfUse({ loads }: Conversation, { kind, skill }: SkillUse, id: string): Credit {
  const load = kind === 'skill-load' ? id : loads.get(bareName(skill.name));
  const reason = kind === 'script-run' ? 'script' : kind === 'reference-read' ? 'reference' : 'named';
  return { skill, reason, weight: creditWeights.named, load };
}

/** The skill that the transcript declares takes precedence over the active one. */
export function creditInSpan(
  { active, loads }: Conversation,
  declared: string | undefined,
): Credit | undefined {
  if (declared === undefined || declared === '') return active && creditOfActive(active);
  const skill =
    active && bareName(active.skill.name) === bareName(declared) ? active.skill : { name: declared };
  return { skill, reason: 'declared', weight: creditWeights.named, load: loads.get(bareName(declared)) };
}

export function creditOfActive({ skill, load }: ActiveSkill): Credit {
  return { skill, reason: 'active-span', weight: creditWeights.span, load };
}
