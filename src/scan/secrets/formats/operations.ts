/*
 * Formats of observability, of feature flags, of stores for secrets, and of identities.
 */

import { alphabets } from './format.js';

const { a, h, l, u, w, uuid } = alphabets;

export const operationsFormats = () => String.raw`
jwt | eyJ | ${w}{14,4000}\.${w}{8,8000}(?:\.${w}{0,2000})? | eyJhbGciOiJIUzI1NiJ9.eyJ{w60}.{w43} | RFC 7519: JSON Web Tokens
vault-token | hvs. hvb. hvr. | ${w}{20,300} | hvs.{w95} | Vault docs: token prefixes
terraform-token | atlasv1. (${a}{14}\.) | [\w=-]{40,80} | {a14}.atlasv1.{w67} | Terraform docs: API tokens
pulumi-token | pul- | ${h}{36,44} | pul-{h40} | Pulumi docs: access tokens
doppler-token | dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit. dp.said. | (?:[a-z\d_-]{2,35}\.)?${a}{36,48} | dp.st.prd.{a40} | Doppler docs: token formats
onepassword-token | ops_ | eyJ[\w=+/-]{60,4000} | ops_eyJ{w250} | 1Password docs: service accounts
onepassword-key | A3- | ${u}{6}-${u}{5,6}-?${u}{5}-${u}{5}-${u}{5}-${u}{5} | A3-{u6}-{u6}-{u5}-{u5}-{u5}-{u5} | 1Password docs: Secret Keys
infisical-token | st. | ${h}{24}\.[\w.]{40,120} | st.{h24}.{h32}.{h32} | Infisical docs: service tokens
age-key | AGE-SECRET-KEY- | 1${u}{50,64} | AGE-SECRET-KEY-1{u58} | age: format of identities
sentry-token | sntrys_ sntryu_ sntrya_ sntryi_ | [\w+/=-]{40,400} | sntryu_{h64} | Sentry docs: auth tokens
newrelic-key | ?NRAK- ?NRII- ?NRRA- ?NRIQ- ?NRJS- ?NRAA- ?NRSP- | ${w}{18,64} | NRAK-{u27} | New Relic docs: API keys
newrelic-key | NRAL (\w{6}${h}{30}) | (?!\w) | eu01xx{h30}NRAL | New Relic docs: license keys
grafana-token | glsa_ | \w{28,64} | glsa_{a32}_{h8} | Grafana docs: service accounts
grafana-token | glc_ | eyJ[\w=+/-]{20,400} | glc_eyJ{w120} | Grafana docs: access policies
grafana-key | eyJrIjoi | [\w+/=-]{40,120} | eyJrIjoi{b80} | Grafana docs: API keys
honeycomb-key | hcaik_ hcbik_ hcxik_ hcamk_ hcalk_ | ${l}{26,80} | hcaik_{l58} | Honeycomb docs: API keys
dynatrace-token | dt0c01. dt0s01. dt0s02. dt0s16. | ${u}{24}\.${u}{50,70} | dt0c01.{u24}.{u64} | Dynatrace docs: token format
axiom-token | xaat- xapt- | ${uuid} | xaat-{h8}-{h4}-{h4}-{h4}-{h12} | Axiom docs: API tokens
launchdarkly-key | sdk- api- mob- | ${uuid} | sdk-{h8}-{h4}-4{h3}-a{h3}-{h12} | LaunchDarkly docs: keys
statsig-key | ?secret- ?console- | ${a}{30,64}(?!\w) | secret-{a43} | Statsig docs: API keys
stytch-secret | secret-live- secret-test- | [\w=-]{30,64} | secret-live-{w36}= | Stytch docs: secrets
unleash-token | development. production. default. | ${h}{50,70} | development.{h56} | Unleash docs: API tokens
flagsmith-key | ?ser. | ${a}{20,32}(?!\w) | ser.{a22} | Flagsmith docs: server-side keys
growthbook-key | secret_user_ secret_admin_ secret_readonly_ | [\w+/=-]{20,80} | secret_user_{a43} | GrowthBook docs: API keys
salesforce-token | 00D | ${a}{12,15}![\w.]{60,200} | 00D{a12}!{a96} | Salesforce docs: session ids
jumpcloud-key | jca_ | ${a}{30,48} | jca_{a36} | JumpCloud docs: API keys
facebook-token | ?EAA | ${a}{90,300} | EAAG{a180} | Meta docs: access tokens
twitter-token | ?AAAAAAAAAAAAAAAAAAAAA | [\w%]{50,120} | AAAAAAAAAAAAAAAAAAAAA{a80} | X docs: bearer tokens
linkedin-secret | WPL_AP1. | [\w.+/=-]{16,64} | WPL_AP1.{a16}.{a8}== | LinkedIn docs: client secrets
wakatime-key | waka_ | ${uuid} | waka_{h8}-{h4}-{h4}-{h4}-{h12} | WakaTime docs: API keys
riot-key | RGAPI- | ${uuid} | RGAPI-{h8}-{h4}-{h4}-{h4}-{h12} | Riot docs: API keys
minisign-key | RWRTY0Iy | [A-Za-z0-9+/=]{100,300} | RWRTY0Iy{b200} | minisign: format of secret keys
age-key | AGE-PLUGIN- | [A-Z0-9]{1,20}-1${u}{20,200} | AGE-PLUGIN-YUBIKEY-1{u40} | age: identities of plugins
boundary-token | at_ | ${a}{10}_\w{40,200} | at_{a10}_{a60} | Boundary docs: auth tokens
dotenv-key | dotenv://:key_ | ${h}{60,68} | dotenv://:key_{h64} | dotenv docs: vault keys
teleport-token | ?proxy- | ${h}{32}(?!\w) | proxy-{h32} | Teleport docs: join tokens
`;
