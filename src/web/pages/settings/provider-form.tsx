/*
 * The form of a provider, new or to be changed. A refusal is shown in the form, which keeps its input; a stored secret is
 * never shown, and stays unless another is given.
 */

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { ProviderAnswer } from '../../../registry/api/sign-in.js';
import { Field } from '../../parts/field.js';
import { Section } from '../../parts/page.js';
import { Problem } from '../../parts/states.js';
import { formOf, type ProviderFields, providerBody, providerName } from '../../rules/provider-form.js';
import { useSession } from '../../state/session.js';

interface Props {
  /** Absent for a new one. */
  readonly provider?: ProviderAnswer;
  readonly saved: (provider: ProviderAnswer) => void;
  readonly close: () => void;
}

export function ProviderForm({ provider, saved, close }: Props) {
  const { api } = useSession();
  const [fields, setFields] = useState<ProviderFields>(() => formOf(provider));
  const [problem, setProblem] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const set = (changes: Partial<ProviderFields>) => setFields({ ...fields, ...changes });
  const text = (name: keyof ProviderFields & TextField, more: object = {}) => ({
    autocomplete: 'off',
    spellcheck: false,
    value: fields[name],
    onInput: (event: InputEvent & { currentTarget: HTMLInputElement }) =>
      set({ [name]: event.currentTarget.value }),
    ...more,
  });
  const flag = (name: 'enabled' | 'link' | 'join', label: ComponentChildren) => (
    <label class="provider-flag">
      <input type="checkbox" checked={fields[name]} onChange={() => set({ [name]: !fields[name] })} />
      <span>{label}</span>
    </label>
  );
  const submit = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      const body = providerBody(fields);
      saved(
        provider === undefined
          ? await api.send('POST', '/v1/tenant/providers', { body: { ...body, slug: fields.slug.trim() } })
          : await api.send('PATCH', '/v1/tenant/providers/{slug}', { params: { slug: provider.slug }, body }),
      );
    } catch (error) {
      setProblem(error);
      setBusy(false);
    }
  };
  return (
    <Section title={provider === undefined ? 'New provider' : `Change ${providerName(provider)}`}>
      <form class="provider-form card" onSubmit={submit}>
        {problem !== undefined && <Problem error={problem} />}
        <Field label="Name" help="What the button says: Sign in with …">
          <input {...text('name', { maxLength: 60, ref: focusElement })} />
        </Field>
        {provider === undefined && (
          <Field
            label="Short name"
            help="Part of the addresses that the provider has to know, such as okta. It cannot be changed later."
          >
            <input
              {...text('slug', {
                required: true,
                maxLength: 40,
                pattern: '[a-z0-9][a-z0-9\\-]*',
                title: 'Lower-case letters, digits and hyphens',
              })}
            />
          </Field>
        )}
        <Field label="Issuer" help="Exactly as the provider writes it, such as https://example.okta.com.">
          <input {...text('issuer', { type: 'url', required: true, maxLength: 500 })} />
        </Field>
        <Field label="Client ID">
          <input {...text('clientId', { required: true, maxLength: 200 })} />
        </Field>
        <Field
          label="Client secret"
          help={
            provider?.has_secret
              ? 'Leave it empty to keep the stored one. Another issuer needs it again.'
              : 'Stored encrypted. Leave it empty for a public client.'
          }
        >
          <input
            {...text('clientSecret', { type: 'password', maxLength: 1000, autocomplete: 'new-password' })}
          />
        </Field>
        <fieldset>
          <legend>Who signs in</legend>
          {flag('enabled', 'The provider is switched on')}
          {flag('link', 'Members are recognised by a verified address at their first sign-in')}
          {flag('join', 'Others become members by signing in')}
          {fields.join && (
            <>
              <Field label="Their role">
                <select
                  value={fields.joinRole}
                  onChange={(event) =>
                    set({ joinRole: event.currentTarget.value as ProviderFields['joinRole'] })
                  }
                >
                  <option value="viewer">viewer</option>
                  <option value="publisher">publisher</option>
                  <option value="curator">curator</option>
                </select>
              </Field>
              <Field
                label="Only with addresses of"
                help="Domains separated by commas. Without any, everybody whom the provider knows can join."
              >
                <input {...text('joinDomains', { placeholder: 'example.com' })} />
              </Field>
            </>
          )}
        </fieldset>
        <Field label="Sign in again after" help="Hours, at most 2160 (90 days).">
          <input {...text('maxHours', { type: 'number', min: 1, max: 2160, required: true })} />
        </Field>
        <details>
          <summary>Claims and scopes</summary>
          <Field label="Scopes" help="Requested besides openid, with blanks between them.">
            <input {...text('scopes')} />
          </Field>
          <Field
            label="Claim with the groups"
            help="The roles of groups follow from it. Empty where roles are given here."
          >
            <input {...text('groupsClaim', { placeholder: 'groups', maxLength: 200 })} />
          </Field>
          <Field label="Claim that says an address was verified">
            <input {...text('verifiedClaim', { required: true, maxLength: 200 })} />
          </Field>
          <Field
            label="Claim that is the externalId of SCIM"
            help="sub for Okta, oid for Entra ID. Empty without SCIM."
          >
            <input {...text('externalIdClaim', { maxLength: 200 })} />
          </Field>
        </details>
        <div class="actions">
          <button type="submit" class="main" disabled={isBusy}>
            Save
          </button>
          <button type="button" onClick={close}>
            Cancel
          </button>
        </div>
      </form>
    </Section>
  );
}

/** The fields that an input of text changes. */
type TextField = {
  [K in keyof ProviderFields]: ProviderFields[K] extends string ? K : never;
}[keyof ProviderFields];

function focusElement(opened: HTMLElement | null): void {
  opened?.focus();
}
