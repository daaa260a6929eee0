/*
 * Providers of identities that the environment of the server names: COPPICE_OIDC_ISSUER and its like for one,
 * COPPICE_OIDC_OKTA_ISSUER and its like for one of several. A variable that is not known is an error, since a typing
 * mistake could otherwise open what was to be closed.
 */

import { CoppiceError } from '../../../text/errors.js';
import { issuerSchema, type ProviderSettings, providerSettings } from '../../api/sign-in.js';

export interface EnvironmentProvider {
  /** The slug of the tenant. */
  readonly tenant: string;
  readonly slug: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  readonly settings: ProviderSettings;
}

interface Field {
  readonly says: string;
  readonly isRequired?: true;
  /** The setting that it sets, and how it is read. */
  readonly setting?: keyof ProviderSettings;
  readonly read?: (text: string) => unknown;
}

const flag = (text: string): unknown => (text === 'true' ? true : text === 'false' ? false : text);
const list = (text: string): unknown => text.split(/[\s,]+/).filter((part) => part !== '');

/** By the last part of the variable. */
export const providerFields = {
  TENANT: { says: 'The slug of the tenant whose people sign in with it', isRequired: true },
  ISSUER: { says: 'Its issuer, exactly as it writes it', isRequired: true },
  CLIENT_ID: { says: 'The id of the registry as its client', isRequired: true },
  CLIENT_SECRET: { says: 'The secret of the client; none for a public client' },
  NAME: { says: 'What the button says', setting: 'name' },
  SCOPES: { says: 'Scopes to request besides `openid`', setting: 'scopes', read: list },
  LINK: {
    says: 'Whether members are recognised by a verified address at their first sign-in: `true` or `false`',
    setting: 'link',
    read: flag,
  },
  VERIFIED_CLAIM: { says: 'The claim that says that the address was verified', setting: 'verified_claim' },
  JOIN: {
    says: 'Whether people who are no members become some by signing in: `true` or `false`',
    setting: 'join',
    read: flag,
  },
  JOIN_ROLE: { says: 'The role of those who join', setting: 'join_role' },
  JOIN_DOMAINS: { says: 'The domains of addresses that may join', setting: 'join_domains', read: list },
  GROUPS_CLAIM: { says: 'The claim with the groups of a person', setting: 'groups_claim' },
  EXTERNAL_ID_CLAIM: { says: 'The claim that is the `externalId` of SCIM', setting: 'external_id_claim' },
  MAX_HOURS: {
    says: 'After how many hours people have to sign in again',
    setting: 'max_hours',
    read: Number,
  },
} satisfies Readonly<Record<string, Field>>;
type FieldName = keyof typeof providerFields;

const start = 'COPPICE_OIDC_';

/** The slug of the provider whose variables have no name of their own. */
const onlySlug = 'sso';

export function environmentProviders(
  environment: Readonly<Record<string, string | undefined>>,
): readonly EnvironmentProvider[] {
  const given = new Map<string, Partial<Record<FieldName, string>>>();
  for (const [variable, text] of Object.entries(environment)) {
    if (!variable.startsWith(start) || text === undefined || text === '') continue;
    const { provider, field } = fieldOf(variable);
    given.set(provider, { ...given.get(provider), [field]: text });
  }
  return [...given].map(([provider, fields]) => providerOf(provider, fields));
}

function fieldOf(variable: string): { readonly provider: string; readonly field: FieldName } {
  const rest = variable.slice(start.length);
  for (const field of Object.keys(providerFields) as FieldName[]) {
    if (rest === field) return { provider: '', field };
    const provider = rest.endsWith(`_${field}`) ? rest.slice(0, -field.length - 1) : '';
    if (/^[A-Z0-9]{1,40}$/.test(provider)) return { provider, field };
  }
  throw new CoppiceError('bad-value', `${variable} is not a variable of a sign-in provider`, {
    hint: `it must be ${start}FIELD or ${start}NAME_FIELD, where NAME has only letters and digits and FIELD is one of ${Object.keys(providerFields).join(', ')}`,
  });
}

function providerOf(provider: string, fields: Partial<Record<FieldName, string>>): EnvironmentProvider {
  const variable = (field: string) => `${start}${provider === '' ? '' : `${provider}_`}${field}`;
  const required = (field: FieldName): string => {
    const text = fields[field];
    if (text !== undefined) return text;
    throw new CoppiceError('bad-value', `${variable(field)} is missing`, {
      hint: providerFields[field].says,
    });
  };
  const issuer = required('ISSUER');
  const { error: badIssuer } = issuerSchema.safeParse(issuer);
  if (badIssuer)
    throw new CoppiceError(
      'bad-value',
      `${variable('ISSUER')} cannot be used: ${badIssuer.issues[0]?.message}`,
    );
  return {
    tenant: required('TENANT').toLowerCase(),
    slug: provider === '' ? onlySlug : provider.toLowerCase(),
    issuer,
    clientId: required('CLIENT_ID'),
    clientSecret: fields.CLIENT_SECRET,
    settings: settingsOf(fields, variable),
  };
}

function settingsOf(
  fields: Partial<Record<FieldName, string>>,
  variable: (field: string) => string,
): ProviderSettings {
  const entries = (Object.entries(providerFields) as [FieldName, Field][]).flatMap(([name, field]) => {
    const text = fields[name];
    return field.setting === undefined || text === undefined
      ? []
      : [{ name, setting: field.setting, value: field.read ? field.read(text) : text }];
  });
  const { data, error } = providerSettings.safeParse(
    Object.fromEntries(entries.map(({ setting, value }) => [setting, value])),
  );
  if (data) return data;
  const [issue] = error.issues;
  const name = entries.find(({ setting }) => setting === issue?.path[0])?.name ?? '';
  throw new CoppiceError('bad-value', `${variable(name)} cannot be used: ${issue?.message}`);
}
