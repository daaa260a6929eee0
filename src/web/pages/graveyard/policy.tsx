/*
 * The current thresholds and the team's policy: the form, the comparison, and how to save or reset.
 */

import { useEffect, useId, useLayoutEffect, useState } from 'preact/hooks';
import type { Kind } from '../../../registry/api/names.js';
import type { DecayPolicy } from '../../../registry/api/settings.js';
import { Dialog } from '../../parts/dialog.js';
import { useNotices } from '../../parts/notices.js';
import {
  countIn,
  isSame,
  maxOf,
  policyText,
  type ThresholdName,
  type Thresholds,
  thresholdsText,
} from '../../rules/graveyard-view.js';
import { useSession } from '../../state/session.js';

interface PolicyBarProps {
  readonly kind: Kind;
  readonly policy: DecayPolicy;
  readonly thresholds: Thresholds;
  readonly back: () => void;
  readonly saved: () => void;
}

export function PolicyBar({ back, ...props }: PolicyBarProps) {
  const [isSaving, setSaving] = useState(false);
  const { kind, policy, thresholds } = props;
  return (
    <div class="graveyard-policy">
      <p class="muted small">{policyText(kind, policy)}</p>
      <div class="actions">
        <button type="button" disabled={isSame(thresholds, policy)} onClick={back}>
          Back to the policy
        </button>
        <button type="button" onClick={() => setSaving(true)}>
          Save as the team's policy
        </button>
      </div>
      {isSaving && <SaveDialog {...props} close={() => setSaving(false)} />}
    </div>
  );
}

type SaveProps = Omit<PolicyBarProps, 'back'> & { readonly close: () => void };

function SaveDialog({ kind, policy, thresholds, saved, close }: SaveProps) {
  const { api } = useSession();
  const { notify } = useNotices();
  const [isEnabled, setEnabled] = useState(true);
  const save = async () => {
    const changes = { ...thresholds, enabled: isEnabled };
    await api.send('PATCH', '/v1/tenant/settings', { body: { decay: { [kind]: changes } } });
    notify(`Saved the team's policy for ${kind}s.`);
    saved();
  };
  return (
    <Dialog title={`Save the policy for ${kind}s`} verb="Save" act={save} close={close}>
      <p>Candidates are {thresholdsText(kind, { ...policy, ...thresholds })}.</p>
      <p>
        <label>
          <input
            type="checkbox"
            checked={isEnabled}
            onChange={(event) => setEnabled(event.currentTarget.checked)}
          />{' '}
          Flag them automatically
        </label>
      </p>
      <p class="muted small">
        A flagged item leaves the catalog's listing, can still be installed, and is unflagged by its next use.
        Nothing is archived automatically.
      </p>
    </Dialog>
  );
}

interface ThresholdField {
  readonly name: ThresholdName;
  readonly label: string;
  readonly help: string;
  /** The end of the slider; larger values can be typed. */
  readonly slidesTo: number;
}

const fields: readonly ThresholdField[] = [
  { name: 'days', label: 'Days without use', help: 'Last used longer ago than this', slidesTo: 730 },
  { name: 'max_uses', label: 'Fewer uses than', help: 'Uses, views and downloads', slidesTo: 50 },
  {
    name: 'grace_days',
    label: 'Grace days',
    help: 'Not a candidate for so long after a publish',
    slidesTo: 365,
  },
];

const restMs = 250;

interface ThresholdFormProps {
  readonly thresholds: Thresholds;
  readonly change: (changed: Thresholds) => void;
}

/** The thresholds, each as a number and as a slider. A change takes effect after a short pause. */
export function ThresholdForm({ thresholds, change }: ThresholdFormProps) {
  const [drafted, setDrafted] = useState(thresholds);
  const { days, max_uses: maxUses, grace_days: graceDays } = thresholds;
  useEffect(() => setDrafted(thresholds), [days, maxUses, graceDays]);
  // A layout effect, so that the timer ends together with the page and cannot navigate back to it.
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
  const most = maxOf[name];
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
