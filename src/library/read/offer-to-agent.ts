/*
 * Which skills an agent is offered by name and description: not those that the scanner blocks, unless a person has
 * accepted them. What there is no time to scan as a whole is judged by the words that the agent would be given; what not
 * even these could be scanned of is left out, and the next call goes on.
 */

import type { Verdict } from '../../scan/findings/finding.js';
import { type Clock, systemClock } from '../../system/clock.js';
import { counted } from '../../text/plural.js';
import type { SkillEntry } from '../rules/entry.js';
import { isWithheld, type SkillVerdict, withheldBecause } from '../rules/verdict.js';
import type { VerdictLibrary } from '../verdicts/known-verdicts.js';
import { verdictOnWords, verdictsOf } from '../verdicts/verdicts.js';

/** A skill that is on the disk and not handed to an agent. */
export interface WithheldSkill {
  readonly id: string;
  /** Null when it cannot be scanned, or was not scanned yet. */
  readonly verdict: Verdict | null;
  /** The worst finding, in one line. */
  readonly because: string;
}

export interface AgentOffer {
  readonly skills: readonly SkillEntry[];
  readonly withheld: readonly WithheldSkill[];
}

/** Chooses among skills. */
export type OfferRule = (skills: readonly SkillEntry[]) => AgentOffer;

export interface OfferOptions {
  /** A person's decision to offer what the scanner blocks, too. */
  readonly allowBlocked?: boolean | undefined;
  /** For scanning whole skills, and then once more half as much for the words of the others. */
  readonly budgetMs?: number;
  readonly realTime?: Clock;
}

export function offerToAgent(library: VerdictLibrary, options: OfferOptions = {}): OfferRule {
  const { allowBlocked = false, budgetMs = 2_000, realTime = systemClock } = options;
  if (allowBlocked) return (skills) => ({ skills, withheld: [] });
  return (skills) => {
    const { verdicts } = verdictsOf(library, { skills, budgetMs, realTime });
    const wordsUntil = realTime.now() + budgetMs / 2;
    const kept: SkillEntry[] = [];
    const withheld: WithheldSkill[] = [];
    for (const skill of skills) {
      const verdict =
        verdicts.get(skill.id) ??
        (realTime.now() < wordsUntil ? verdictOnWords(library, skill) : notScannedYet);
      if (!isWithheld(verdict)) kept.push(skill);
      else withheld.push({ id: skill.id, verdict: verdict.verdict, because: withheldBecause(verdict) });
    }
    return { skills: kept, withheld };
  };
}

const notScannedYet: SkillVerdict = {
  verdict: null,
  digest: null,
  findings: [],
  accepted: null,
  error: 'It was not scanned yet.',
};

/** What to say about the skills that were left out; empty when there are none. */
export function withheldSentence(withheld: readonly WithheldSkill[]): string {
  const blocked = withheld.filter(({ verdict }) => verdict === 'block');
  const others = withheld.length - blocked.length;
  const [first] = blocked;
  return [
    ...(first === undefined
      ? []
      : [
          `${counted(blocked.length, 'skill is', 'skills are')} left out, because the scanner blocks ${blocked.length === 1 ? 'it' : 'them'}: ${blocked.map(({ id }) => id).join(', ')}. coppice scan shows why.`,
        ]),
    ...(others === 0
      ? []
      : [
          `${counted(others, 'skill is', 'skills are')} left out, because ${others === 1 ? 'it is' : 'they are'} not scanned: run coppice scan.`,
        ]),
  ].join(' ');
}
