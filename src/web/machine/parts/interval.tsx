/*
 * An interval on a scale from -1 to 1 with its mark, and 0 in the middle: what is on one side of it is beyond chance. The
 * same is said in words beside it.
 */

import type { EffectTone, Estimated } from '../../../machine/api/effect.js';
import './interval.css';

interface Props {
  readonly estimated: Estimated;
  readonly tone: EffectTone;
  /** What the ends of the scale mean. */
  readonly ends: readonly [low: string, high: string];
}

export function Interval({ estimated: { value, low, high }, tone, ends }: Props) {
  const at = (share: number) => `${Math.round((Math.max(-1, Math.min(1, share)) + 1) * 500) / 10}%`;
  const width = `${Math.max(0.5, Math.round((Math.min(1, high) - Math.max(-1, low)) * 500) / 10)}%`;
  return (
    <div class={`interval ${tone}`} aria-hidden="true">
      <div class="interval-scale">
        <i class="interval-zero" />
        <span style={{ insetInlineStart: at(low), width }} />
        <b style={{ insetInlineStart: at(value) }} />
      </div>
      <p>
        <small>{ends[0]}</small>
        <small>{ends[1]}</small>
      </p>
    </div>
  );
}
