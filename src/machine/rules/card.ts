/*
 * A line of the screen as a card: what it says without the names, which the card lists itself, how serious it is, and the
 * act of the page that does what the command does.
 */

import type { Attention, AttentionKind } from '../../app/rules/attention.js';
import { listUpTo } from '../../text/plural.js';
import type { ActRequest } from '../api/acts.js';
import type { Card } from '../api/today.js';

export function cardOf({ kind, message, command, skills }: Attention): Card {
  const names = skills.length === 0 ? '' : ` (${listUpTo(3, skills)})`;
  const said = names !== '' && message.endsWith(names) ? message.slice(0, -names.length) : message;
  return {
    kind,
    tone: tones[kind] ?? 'plain',
    message: said.charAt(0).toUpperCase() + said.slice(1),
    command,
    act: actFor({ kind, command, skills }),
    skills,
  };
}

function actFor({
  kind,
  command,
  skills: [first],
}: Pick<Attention, 'kind' | 'command' | 'skills'>): Card['act'] {
  // One after the other, each with its lines in the plan.
  if (kind === 'fixes' && first !== undefined) return { act: 'note', skill: first };
  return acts[command] ?? null;
}

const tones: Readonly<Partial<Record<AttentionKind, Card['tone']>>> = {
  hostile: 'bad',
  unreadable: 'bad',
  unloadable: 'bad',
  unfinished: 'bad',
  project: 'warn',
  fixes: 'warn',
  copies: 'warn',
  'over-budget': 'warn',
};

/** By the command; the others need a terminal, or a decision that no page offers. */
const acts: Readonly<Record<string, ActRequest>> = {
  'coppice archive --blocked': { act: 'archive-blocked' },
  'coppice archive --unloadable': { act: 'archive-unloadable' },
  'coppice doctor --fix': { act: 'fix' },
  'coppice dedupe': { act: 'dedupe' },
  'coppice tidy --fit': { act: 'fit' },
  'coppice tidy': { act: 'tidy' },
  'coppice curate --now': { act: 'curate' },
};
