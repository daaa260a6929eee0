/*
 * Days as bars of three parts: what went well, what failed or was corrected, and the rest. The same figures are in a table.
 */

import type { SessionsAnswer } from '../../../machine/api/sessions.js';
import { groupCounts, outcomeGroups } from '../rules/sessions-view.js';
import './day-bars.css';

interface Props {
  readonly days: SessionsAnswer['byDay'];
  /** What the bars show, for those who do not see them. */
  readonly label: string;
}

const height = 64;
const band = 10;
const bar = 8;

export function DayBars({ days, label }: Props) {
  const stacks = days.map(({ counts }) => groupCounts(counts));
  const most = Math.max(1, ...stacks.map((stack) => stack.reduce((sum, count) => sum + count, 0)));
  const width = Math.max(1, days.length) * band - (band - bar);
  return (
    <figure class="day-bars">
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        height={height}
      >
        {outcomeGroups.map(({ name }, group) => (
          <path
            key={name}
            class={name}
            d={stacks.map((stack, index) => barPath(stack, group, index * band, most)).join('')}
          />
        ))}
        <path class="ground" d={`M0 ${height - 0.5}H${width}`} />
      </svg>
      <figcaption class="muted small">
        {outcomeGroups.map(({ name, label: words }) => (
          <span key={name}>
            <i class={name} aria-hidden="true" /> {words}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

function barPath(stack: readonly number[], group: number, left: number, most: number): string {
  const below = stack.slice(0, group).reduce((sum, count) => sum + count, 0);
  const count = stack[group] ?? 0;
  if (count === 0) return '';
  const yOf = (value: number) => Math.round((height - (value / most) * (height - 1)) * 100) / 100;
  return `M${left} ${yOf(below)}V${yOf(below + count)}h${bar}V${yOf(below)}Z`;
}
