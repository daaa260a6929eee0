/*
 * What the skills take in every prompt of each agent: one bar on the same scale for all agents, with a mark where the agent's
 * own limit is. The figures are in words beside each bar.
 */

import type { AgentListing } from '../../../machine/api/today.js';
import { counted } from '../../../text/plural.js';
import { countText, groupedCount } from '../../rules/wording.js';
import './listings.css';

interface Props {
  readonly listings: readonly AgentListing[];
  /** In which use is counted. */
  readonly days: number;
  /** Shows also what would be left if the unused were quiet. */
  readonly withSaving?: boolean;
}

export function Listings({ listings, days, withSaving = false }: Props) {
  const most = Math.max(1, ...listings.flatMap(({ tokens, budgetTokens }) => [tokens, budgetTokens ?? 0]));
  return (
    <ul class="listings">
      {listings.map((listing) => (
        <Listing key={listing.agent} listing={listing} most={most} days={days} withSaving={withSaving} />
      ))}
    </ul>
  );
}

interface ListingProps extends Required<Omit<Props, 'listings'>> {
  readonly listing: AgentListing;
  /** What the whole width stands for. */
  readonly most: number;
}

function Listing({ listing, most, days, withSaving }: ListingProps) {
  const { title, listed, used, tokens, budgetTokens, cut, tokensIfQuiet } = listing;
  const isOver = budgetTokens !== null && tokens > budgetTokens;
  const part = (value: number) => `${Math.round((value / most) * 1_000) / 10}%`;
  const left = withSaving && tokensIfQuiet !== null && tokensIfQuiet < tokens ? tokensIfQuiet : undefined;
  return (
    <li>
      <p>
        <b>{title}</b>
        <span class={isOver ? 'listing-over' : 'muted'}>
          {countText(tokens)}
          {budgetTokens === null ? '' : ` of ${countText(budgetTokens)}`} tokens
        </span>
      </p>
      <div class="listing-bar" aria-hidden="true">
        <span class={isOver ? 'over' : undefined} style={{ width: part(tokens) }} />
        {left !== undefined && <span class="listing-left" style={{ width: part(left) }} />}
        {budgetTokens !== null && <i style={{ insetInlineStart: part(budgetTokens) }} />}
      </div>
      <p class="muted small">
        {groupedCount(listed, 'skill')} listed, {countText(used)} used in {counted(days, 'day')}
        {cut === 0 ? '' : `; ${groupedCount(cut, 'description')} cut`}
        {left !== undefined && `; ${countText(left)} tokens if the others were quiet`}
      </p>
    </li>
  );
}
