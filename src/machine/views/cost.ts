/*
 * Reads what the skills take in every prompt of each agent: what `coppice cost` shows.
 */

import type { Context } from '../../app/context.js';
import { agentCosts } from '../../app/cost.js';
import type { AgentListing } from '../api/today.js';

export function readListings(context: Context, days: number): readonly AgentListing[] {
  return agentCosts(context, { days }).map(
    ({ agent, title, listed, used, tokens, budgetTokens, cut, tokensIfQuiet }) => ({
      agent,
      title,
      listed,
      used,
      tokens,
      budgetTokens,
      cut,
      tokensIfQuiet,
    }),
  );
}
