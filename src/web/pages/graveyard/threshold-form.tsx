/*
 * The thresholds, each as a number and as a slider. What is set takes effect once the hand rests.
 */

import { useEffect, useId, useLayoutEffect, useState } from 'preact/hooks';
import { countIn, isSame, mostOf, type ThresholdName, type Thresholds } from './graveyard-address.js';

interface ThresholdField {
  readonly name: ThresholdName;
  readonly label: string;
  readonly help: string;
  /** Where the slider ends: what is rarely wanted can be typed. */
  readonly slidesTo: number;
}

const fields: readonly ThresholdField[] = [
  { name: 'days', label: 'Days without use', help: 'Last used longer ago than this', slidesTo: 730 },
  { name: 'max_uses', label: 'Fewer uses than', help: 'Uses, views and downloads', slidesTo: 50 },
  { name: 'grace_days', label: 'Grace days', help: 'Left alone after a publish', slidesTo: 365 },
];

const restMs = 250;

interface Props {
  readonly thresholds: Thresholds;
  readonly change: (changed: Thresholds) => void;
}

export function ThresholdForm({ thresholds, change }: Props) {
  const [drafted, setDrafted] = useState(thresholds);
  const { days, max_uses: maxUses, grace_days: graceDays } = thresholds;
  useEffect(() => setDrafted(thresholds), [days, maxUses, graceDays]);
  // Of the layout, so that the timer ends at once with the page: it must not lead back to it.
  useLayoutEffect(() => {
    if (isSame(drafted, thresholds)) return;
    const timer = setTimeout(() => change(drafted), restMs);
    return () => clearTimeout(timer);
  }, [drafted]);
  return (
    <fieldset class="graveyard-thresholds card">
      <legend>Thresholds</legend>
      {fields.map((field) => (
        <ThresholdInput
          key={field.name}
          field={field}
          value={drafted[field.name]}
          set={(value) => setDrafted({ ...drafted, [field.name]: value })}
        />
      ))}
    </fieldset>
  );
}

interface InputProps {
  readonly field: ThresholdField;
  readonly value: number;
  readonly set: (value: number) => void;
}

function ThresholdInput({ field: { name, label, help, slidesTo }, value, set }: InputProps) {
  const id = useId();
  const most = mostOf[name];
  const read = (event: { readonly currentTarget: HTMLInputElement }) => {
    const count = countIn(event.currentTarget.value, most);
    if (count !== undefined) set(count);
  };
  return (
    <div class="graveyard-threshold">
      <label class="field-label" for={id}>
        {label}
      </label>
      <input
        id={id}
        type="number"
        min={0}
        max={most}
        value={value}
        aria-describedby={`${id}-help`}
        onInput={read}
      />
      <input
        type="range"
        aria-label={`${label}, slider`}
        min={0}
        max={slidesTo}
        value={value}
        onInput={read}
      />
      <span id={`${id}-help`} class="field-help">
        {help}
      </span>
    </div>
  );
}
