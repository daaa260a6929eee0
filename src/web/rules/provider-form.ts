/*
 * The form of a sign-in provider: what its inputs show, and what is sent.
 */

import type { NewProvider, ProviderAnswer, ProviderSettings } from '../../registry/api/sign-in.js';

export interface ProviderFields {
  readonly slug: string;
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly enabled: boolean;
  readonly link: boolean;
  readonly join: boolean;
  readonly joinRole: ProviderSettings['join_role'];
  readonly joinDomains: string;
  readonly maxHours: string;
  readonly scopes: string;
  readonly groupsClaim: string;
  readonly verifiedClaim: string;
  readonly externalIdClaim: string;
}

/** What a provider is called: on its button, and in messages. */
export function providerName({
  settings: { name },
  issuer,
}: Pick<ProviderAnswer, 'settings' | 'issuer'>): string {
  return name || issuer.replace(/^https?:\/\//, '').replace(/\/.*$/, '');
}

export function formOf(provider: ProviderAnswer | undefined): ProviderFields {
  const { settings } = provider ?? {};
  return {
    slug: provider?.slug ?? '',
    name: settings?.name ?? '',
    issuer: provider?.issuer ?? '',
    clientId: provider?.client_id ?? '',
    clientSecret: '',
    enabled: settings?.enabled ?? true,
    link: settings?.link ?? true,
    join: settings?.join ?? false,
    joinRole: settings?.join_role ?? 'viewer',
    joinDomains: settings?.join_domains.join(', ') ?? '',
    maxHours: String(settings?.max_hours ?? 168),
    scopes: settings?.scopes.join(' ') ?? 'email profile',
    groupsClaim: settings?.groups_claim ?? '',
    verifiedClaim: settings?.verified_claim ?? 'email_verified',
    externalIdClaim: settings?.external_id_claim ?? '',
  };
}

type ProviderBody = Omit<NewProvider, 'slug' | 'client_secret'> & { readonly client_secret?: string };

/** Without a secret where none was typed, so that a stored one stays. */
export function providerBody(fields: ProviderFields): ProviderBody {
  const { clientSecret } = fields;
  return {
    name: fields.name.trim(),
    issuer: fields.issuer.trim(),
    client_id: fields.clientId.trim(),
    ...(clientSecret !== '' && { client_secret: clientSecret }),
    enabled: fields.enabled,
    link: fields.link,
    join: fields.join,
    join_role: fields.joinRole,
    join_domains: wordsIn(fields.joinDomains.toLowerCase()),
    max_hours: Number(fields.maxHours),
    scopes: wordsIn(fields.scopes),
    groups_claim: fields.groupsClaim.trim() || null,
    verified_claim: fields.verifiedClaim.trim(),
    external_id_claim: fields.externalIdClaim.trim() || null,
  };
}

function wordsIn(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '');
}
