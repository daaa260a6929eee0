/*
 * `coppice cost`: what the skills cost each agent in every prompt, and which of them nobody used.
 */

import type { Context } from '../../../app/context.js';
import { agentCosts } from '../../../app/cost.js';
import type { AgentCost } from '../../../library/doctor/listing-cost.js';
import { counted, grouped } from '../../../text/plural.js';
import { printable } from '../../../text/printable.js';
import { timeText } from '../../../text/time.js';
import { rowsText } from '../../frame/rows.js';
import { wholeNumber } from '../../rules/flags.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

export function runCost(context: Context, input: Input<'cost'>): Report {
  const days = wholeNumber(input, 'days', 1) ?? 30;
  const agents = agentCosts(context, { agent: input.text('agent'), days });
  const shown = input.isOn('all') ? Number.POSITIVE_INFINITY : shownSkills;
  return {
    document: { days, agents },
    text: () => page(context, agents, days, shown),
    notes: costNotes(agents, shown),
  };
}

const shownSkills = 15;

function page(context: Context, agents: readonly AgentCost[], days: number, shown: number): string {
  const lines = agents.map((cost) => `${printable(costSentence(cost, days))}\n`);
  const rows = dearest(agents)
    .slice(0, shown)
    .map(({ title, id, name, tokens, savedTokens, lastUsedAt }) => [
      id ?? name,
      title,
      String(tokens),
      String(savedTokens),
      lastUsedAt === null ? 'never' : timeText(lastUsedAt),
    ]);
  const table = rowsText(
    context.terminal,
    ['NOT USED', 'AGENT', 'TOKENS', 'SAVED IF QUIET', 'LAST USED'],
    rows,
  );
  return [...lines, ...(table === '' ? [] : ['\n', table])].join('');
}

/** Of an agent whose listing has a limit: "9,400 of 2,000 tokens; 61 descriptions are cut". */
function costSentence(cost: AgentCost, days: number): string {
  const { title, listed, used, tokens, budgetTokens, cut } = cost;
  const budget = budgetTokens === null ? ' (no limit known)' : '';
  const size = budgetTokens === null ? grouped(tokens) : `${grouped(tokens)} of ${grouped(budgetTokens)}`;
  const loss =
    cut === 0 ? '' : `; ${cut === 1 ? '1 description is' : `${grouped(cut)} descriptions are`} cut`;
  const unit = tokens === 1 && budgetTokens === null ? 'token' : 'tokens';
  return `${title}: ${grouped(listed)} listed, ${grouped(used)} used in ${counted(days, 'day')}, ${size} ${unit}${budget}${loss}`;
}

function dearest(agents: readonly AgentCost[]) {
  return agents
    .flatMap(({ title, unused }) => unused.map((skill) => ({ title, ...skill })))
    .sort((a, b) => b.tokens - a.tokens);
}

function costNotes(agents: readonly AgentCost[], shown: number): string {
  if (agents.length === 0) return 'no agent that Coppice knows is used on this machine\n';
  const hiddenCount = dearest(agents).length - shown;
  const saved = agents.flatMap(({ title, tokens, tokensIfQuiet }) =>
    tokensIfQuiet === null || tokensIfQuiet === tokens
      ? []
      : [`${title} would need ${grouped(tokensIfQuiet)} tokens if the unused were quiet`],
  );
  const lines = [
    ...(hiddenCount > 0 ? [`${counted(hiddenCount, 'more row')}; --all shows them`] : []),
    ...saved,
    ...(saved.length > 0
      ? ['hint: coppice quiet SKILL makes one quiet, coppice wake SKILL takes that back']
      : []),
  ];
  return lines.map((line) => `${printable(line)}\n`).join('');
}
