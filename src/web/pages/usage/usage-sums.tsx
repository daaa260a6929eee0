/*
 * The sums of a window, each beside the one of the window before.
 */

import { countText } from '../../parts/counted.js';
import { changeText, type Sum, type WindowDays } from './usage-window.js';

interface Props {
  readonly sums: readonly Sum[];
  readonly window: WindowDays;
}

export function UsageSums({ sums, window }: Props) {
  return (
    <dl class="usage-sums">
      {sums.map((sum) => (
        <div key={sum.name} class="card">
          <dt>{sum.name}</dt>
          <dd class="usage-count">{countText(sum.count)}</dd>
          <dd class="muted small">{changeText(sum, window) ?? `in the last ${window} days`}</dd>
        </div>
      ))}
    </dl>
  );
}
