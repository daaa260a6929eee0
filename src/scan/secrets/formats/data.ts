/*
 * Formats of databases, of data platforms and of analytics.
 */

import { alphabets } from './format.js';

const { a, h, l, w, b } = alphabets;

export const dataFormats = () => String.raw`
supabase-key | sbp_ sb_secret_ | ${w}{28,80} | sbp_{h40} | Supabase docs: API keys
neon-key | napi_ | ${l}{40,80} | napi_{l64} | Neon docs: API keys
neon-password | npg_ | ${a}{12,24} | npg_{a12} | Neon: passwords as issued
planetscale-token | pscale_tkn_ pscale_pw_ pscale_oauth_ | [\w.=-]{30,80} | pscale_tkn_{w43} | PlanetScale docs: token formats
mongodb-secret | mdb_sa_sk_ | ${w}{30,64} | mdb_sa_sk_{w40} | MongoDB Atlas docs: service accounts
cockroach-key | CCDB1_ | ${a}{20,30}_${a}{30,50} | CCDB1_{a22}_{a40} | CockroachDB docs: API keys
aiven-password | AVNS_ | ${w}{14,32} | AVNS_{w19} | Aiven docs: service passwords
databricks-token | dapi | ${h}{32,40}(?:-\d)? | dapi{h32}-2 | Databricks docs: personal access tokens
confluent-secret | cflt | ${b}{50,64} | cflt{a60} | Confluent docs: API secrets
clickhouse-key | ?4b1d | ${a}{38}(?!\w) | 4b1d{a38} | ClickHouse docs: API keys
fauna-secret | ?fnA | ${w}{37,40}(?!\w) | fnA{w37} | Fauna docs: secrets
elastic-key | essu_ | [\w+/=-]{40,200} | essu_{b60} | Elastic docs: API keys
xata-key | xau_ | ${a}{28,48} | xau_{a32} | Xata docs: API keys
airtable-token | pat | ${a}{14}\.${h}{60,68} | pat{a14}.{h64} | Airtable docs: personal access tokens
contentful-token | CFPAT- | ${w}{40,48} | CFPAT-{w43} | Contentful docs: personal access tokens
prefect-key | pnu_ pnb_ | ${a}{30,48} | pnu_{a36} | Prefect docs: API keys
dbt-token | dbtc_ dbtu_ dbts_ | ${w}{28,80} | dbtu_{w45} | dbt docs: tokens
posthog-key | phx_ phs_ pha_ phr_ | ${w}{28,64} | phx_{a43} | PostHog docs: personal API keys
tigris-key | tid_ tsec_ | ${w}{30,90} | tsec_{w60} | Tigris docs: access keys
trigger-key | tr_dev_ tr_prod_ tr_stg_ tr_pat_ | ${a}{18,48} | tr_prod_{a20} | Trigger.dev docs: API keys
inngest-key | signkey- | (?:prod|test|dev|branch)-${h}{32,80} | signkey-prod-{h64} | Inngest docs: signing keys
appwrite-key | standard_ | ${h}{100,300} | standard_{h256} | Appwrite docs: API keys
nylas-key | nyk_v0_ | ${a}{40,80} | nyk_v0_{a64} | Nylas docs: API keys
n8n-key | n8n_api_ | ${h}{36,100} | n8n_api_{h80} | n8n docs: API keys
valtown-token | vtwn_ | ${a}{20,48} | vtwn_{a27} | Val Town docs: API tokens
firebase-key | APA91b ((?:[\w-]{11}:)?) | ${w}{100,180} | AAAA{w7}:APA91b{w134} | Firebase docs: server keys
astra-token | AstraCS: | ${a}{20,40}:${h}{60,70} | AstraCS:{a24}:{h64} | DataStax docs: application tokens
convex-key | prod: dev: preview: | [a-z\d][a-z\d:-]{2,80}\|[\w+/=-]{30,500} | prod:calm-fox-{d3}|{a80} | Convex docs: deploy keys
secret-token | secret-token: | [\w.~%+/=-]{16,400} | secret-token:{a40} | RFC 8959: secret-token URIs
metabase-key | ?mb_ | [A-Za-z0-9+/=]{40,64} | mb_{a44} | Metabase docs: API keys
lightdash-token | ldpat_ ldsvc_ | ${h}{28,64} | ldpat_{h32} | Lightdash docs: access tokens
hex-token | hxtp_ hxtw_ | ${h}{60,128} | hxtp_{h96} | Hex docs: API tokens
qstash-key | ?sig_ | ${a}{26,30}(?!\w) | sig_{a28} | Upstash docs: signing keys of QStash
outline-key | ol_api_ | ${a}{30,48} | ol_api_{a38} | Outline docs: API keys
arcgis-key | AAPK AAPT | ${w}{50,300} | AAPK{h32}{w60} | Esri docs: API keys
mapillary-token | MLY| | \d{10,20}\|${h}{32} | MLY|{d16}|{h32} | Mapillary docs: client tokens
turbopuffer-key | tpuf_ | ${a}{28,64} | tpuf_{a32} | turbopuffer docs: API keys
`;
