/*
 * A number of days as a slider over the numbers that people choose.
 */

import { useState } from 'preact/hooks';
import { counted } from '../../../text/plural.js';
import { daySteps } from '../rules/tidy-days.js';
import './days-slider.css';

interface Props {
  readonly label: string;
  /** At first; it is to be the key, too, where it can change from outside. */
  readonly days: number;
  /** Called when the slider is let go. */
  readonly choose: (days: number) => void;
}

export function DaysSlider({ label, days, choose }: Props) {
  const steps = daySteps(days);
  const [at, setAt] = useState(steps.indexOf(days));
  const shown = steps[at] ?? days;
  return (
    <label class="days-slider">
      <span>{label}</span>
      <input
        type="range"
        min="0"
        max={steps.length - 1}
        value={at}
        aria-valuetext={counted(shown, 'day')}
        onInput={({ currentTarget }) => setAt(Number(currentTarget.value))}
        onChange={() => choose(shown)}
      />
      <output>{counted(shown, 'day')}</output>
    </label>
  );
}
