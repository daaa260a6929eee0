/*
 * Formats of clouds, hosting, networks and domains.
 */

import { alphabets } from './format.js';

const { a, h, l, u, w, b, uuid } = alphabets;

export const cloudFormats = () => String.raw`
aws-key | AKIA ASIA ABIA ACCA | ${u}{16,32} | AKIA{u16} | AWS docs: IAM identifiers
aws-session-token | IQoJb3JpZ2lu FwoGZXIvYXdz FQoGZXIvYXdz | [\w+/%-]{60,2000}={0,2} | IQoJb3JpZ2lu{b300}== | AWS docs: temporary credentials
aws-bedrock-key | ABSK | ${b}{80,400}={0,2} | ABSK{b128} | AWS docs: Bedrock API keys
aws-bedrock-key | bedrock-api-key- | [\w+/=-]{60,2000} | bedrock-api-key-{b200} | AWS docs: Bedrock API keys
amazon-mws-token | amzn.mws. | ${uuid} | amzn.mws.{h8}-{h4}-{h4}-{h4}-{h12} | Amazon docs: MWS authorization tokens
amazon-client-secret | amzn1.oa2-cs.v1. | ${h}{60,70} | amzn1.oa2-cs.v1.{h64} | Amazon docs: Login with Amazon
google-key | AIza | ${w}{30,50} | AIza{w35} | Google Cloud docs: API keys
google-key | ?AQ. | ${w}{40,90} | AQ.Ab8{w48} | Google AI docs: API keys
google-token | ya29. | [\w.-]{20,2000} | ya29.{w120} | Google docs: OAuth access tokens
google-token | 1//0 | ${w}{30,200} | 1//0g{w60} | Google docs: OAuth refresh tokens
google-secret | GOCSPX- | ${w}{20,40} | GOCSPX-{w28} | Google docs: OAuth client secrets
azure-secret | [0123456789]Q~ ([\w.~-]{3}) | [\w.~-]{30,40} | {a3}8Q~{a34} | Microsoft docs: client secrets of applications
azure-key | JQQJ99 (${a}{52}) | ${a}{24,30} | {a52}JQQJ99{u6}AC{a10}ACOG{a4} | Microsoft docs: common format of keys
azure-key | AzFu (${w}{44}) | ${w}{5,8}={0,2} | {w44}AzFu{a6}== | Microsoft docs: keys of functions
azure-key | AzSe (${a}{42}) | ${a}{6} | {a42}AzSe{a6} | Microsoft docs: keys of search services
azure-key | ACDb (${a}{76}) | ${a}{4}={0,2} | {a76}ACDb{a4}== | Microsoft docs: keys of Cosmos DB
digitalocean-token | dop_v1_ doo_v1_ dor_v1_ | ${h}{32,80} | dop_v1_{h64} | DigitalOcean docs: token formats
digitalocean-key | DO00 DO801 | ${u}{15,18}(?!\w) | DO00{u16} | DigitalOcean: keys of Spaces as issued
cloudflare-token | cfk_ cfut_ cfat_ | ${w}{40,64} | cfut_{a40}{h8} | Cloudflare docs: token formats
cloudflare-key | v1.0- | ${h}{24}-${h}{100,160} | v1.0-{h24}-{h146} | Cloudflare docs: Origin CA keys
heroku-key | HRKU- | ${w}{30,80} | HRKU-AA{w58} | Heroku docs: prefixed API keys
fly-token | fm1_ fm1a_ fm1r_ fm2_ fo1_ | [\w+/=-]{30,4000} | fm2_{b160} | Fly.io docs: access tokens
vercel-token | vck_ vcp_ vca_ vci_ vcr_ | ${a}{20,80} | vck_{a32} | Vercel docs: token formats
vercel-token | vercel_blob_rw_ | \w{20,120} | vercel_blob_rw_{a16}_{a30} | Vercel docs: Blob tokens
netlify-token | nfp_ nfc_ nfo_ nfu_ nfb_ | ${a}{30,64} | nfp_{a36} | Netlify docs: token formats
render-key | ?rnd_ | ${a}{20,64} | rnd_{a28} | Render docs: API keys
scaleway-key | SCW | ${u}{17}(?!\w) | SCW{u17} | Scaleway docs: API keys
alibaba-key | LTAI | ${a}{12,24} | LTAI5t{a18} | Alibaba Cloud docs: AccessKey pairs
alibaba-token | ?STS. | ${a}{20,40} | STS.{a25} | Alibaba Cloud docs: temporary AccessKey pairs
tencent-key | AKID | ${a}{28,44} | AKID{a32} | Tencent Cloud docs: API keys
baidu-key | ALTAK- | ${a}{20,32}(?:/${h}{40})? | ALTAK-{a21}/{h40} | Baidu Cloud docs: API keys
yandex-key | AQVN | ${w}{34,40} | AQVN{w36} | Yandex Cloud docs: API keys
yandex-token | y0_ | ${w}{40,120} | y0_AgAAAA{w50} | Yandex docs: OAuth tokens
backblaze-key | ?K00 | [A-Za-z0-9+/]{28}(?![\w+/]) | K00{d1}{a27} | Backblaze docs: application keys
akamai-token | akab- | ${l}{16}-${l}{16} | akab-{l16}-{l16} | Akamai docs: EdgeGrid credentials
upcloud-token | ucat_ | ${u}{24,32} | ucat_{u26} | UpCloud docs: API tokens
exoscale-key | EXO | ${h}{24,32}(?!\w) | EXO{h26} | Exoscale docs: API keys
scalingo-token | tk-us- | ${w}{40,60} | tk-us-{w48} | Scalingo docs: tokens
dnsimple-token | dnsimple_u_ dnsimple_a_ | ${a}{28,48} | dnsimple_a_{a32} | DNSimple docs: token formats
porkbun-key | pk1_ sk1_ | ${h}{60,68} | sk1_{h64} | Porkbun docs: API keys
tailscale-key | tskey- | (?:auth|api|client|scim|webhook|key)-[\w-]{16,80} | tskey-auth-{a12}CNTRL-{a32} | Tailscale docs: key prefixes
defined-key | dnkey- | [\w=-]{20,120} | dnkey-{u26}-{u52} | Defined Networking docs: API keys
imagekit-key | private_ | ${b}{26,28}={0,2}(?!\w) | private_{a27}= | ImageKit docs: API keys
rapidapi-key | msh (${l}{10}) | ${l}{15}p1${l}{6}jsn${l}{12} | {h10}msh{h15}p1{h6}jsn{h12} | RapidAPI docs: application keys
apify-token | apify_api_ | ${a}{30,48} | apify_api_{a36} | Apify docs: API tokens
google-key | GOOG1E | ${a}{50,62} | GOOG1E{a57} | Google Cloud docs: HMAC keys
volcengine-key | AKLT | ${w}{40,80} | AKLT{a50} | Volcengine docs: access keys
yandex-token | ?t1.9eu | [\w.-]{60,300} | t1.9eu{w120} | Yandex Cloud docs: IAM tokens
netbird-token | nbp_ | ${a}{30,48} | nbp_{a36} | NetBird docs: access tokens
openshift-token | sha256~ | ${w}{40,50} | sha256~{w43} | OpenShift docs: OAuth tokens
swarm-token | SWMTKN-1- SWMKEY-1- | ${w}{40,90} | SWMTKN-1-{l50}-{l25} | Docker docs: join tokens of a swarm
k3s-token | K10 | ${h}{64}::(?:[\w-]{1,40}:)?${l}{16,64} | K10{h64}::server:{h32} | K3s docs: server tokens
rancher-token | token- | ${l}{5}:${l}{50,60} | token-{l5}:{l54} | Rancher docs: API keys
cloudflare-tunnel | eyJhIjoi | ${b}{80,400}={0,2} | eyJhIjoi{a150} | Cloudflare docs: tunnel tokens
zuplo-key | zpka_ | \w{40,90} | zpka_{h32}_{h8} | Zuplo docs: API keys
kong-token | kpat_ spat_ | ${a}{40,60} | kpat_{a44} | Kong docs: access tokens
unkey-key | unkey_ | ${a}{20,48} | unkey_{a24} | Unkey docs: root keys
qovery-token | qov_ | ${w}{40,120} | qov_{a60} | Qovery docs: API tokens
`;
