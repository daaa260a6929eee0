/*
 * Formats of chat, mail, telephony and payment.
 */

import { alphabets } from './format.js';

const { a, h, l, u, w, uuid } = alphabets;

export const messageFormats = () => String.raw`
slack-token | ?xoxb- ?xoxp- ?xoxa- ?xoxr- ?xoxs- ?xoxe- ?xoxc- ?xoxd- ?xoxo- ?xwfp- | [\w%.-]{16,300} | xoxb-{d12}-{d12}-{a24} | Slack docs: token types
slack-token | xoxe. | xox[bp]-[\w-]{16,300} | xoxe.xoxp-1-{a160} | Slack docs: token rotation
slack-token | xapp- | \d-[\w-]{16,200} | xapp-1-{u11}-{d13}-{h64} | Slack docs: app-level tokens
mercadopago-token | APP_USR- | \d{10,20}-\d{6}-[0-9a-f]{32}-\d{5,12} | APP_USR-{d16}-{d6}-{h32}-{d9} | Mercado Pago docs: credentials
telegram-token | :AA ((?:bot)?\d{8,10}) | ${w}{30,48} | {d10}:AA{w33} | Telegram docs: bot tokens
matrix-token | syt_ | [\w=]{2,200}_${a}{20}_${a}{6} | syt_{a12}_{a20}_{a6} | Synapse docs: access tokens
twilio-key | AC[0123456789abcdef] SK[0123456789abcdef] | ${h}{31}(?!${a}) | SK{h32} | Twilio docs: API keys
telnyx-key | KEY | [0-9A-F]{28,40}_${a}{18,32} | KEY{H32}_{a22} | Telnyx docs: API keys
sendgrid-key | SG. | ${w}{16,100}\.${w}{16,100} | SG.{w22}.{w43} | SendGrid docs: API keys
mailgun-key | ?key- | ${h}{32}(?!\w) | key-{h32} | Mailgun docs: API keys
mandrill-key | ?md- | ${w}{22}(?![\w-]) | md-{w22} | Mandrill docs: API keys
resend-key | ?re_ | \w{20,48} | re_{a8}_{a24} | Resend docs: API keys
brevo-key | xkeysib- xsmtpsib- | ${h}{60,70}(?:-${a}{16})? | xkeysib-{h64}-{a16} | Brevo docs: API keys
mailersend-token | mlsn. | ${h}{50,80} | mlsn.{h64} | MailerSend docs: API tokens
onesignal-key | os_v2_app_ os_v2_org_ | ${l}{70,130} | os_v2_app_{l103} | OneSignal docs: API keys
klaviyo-key | ?pk_ | ${h}{34}(?!\w) | pk_{h34} | Klaviyo docs: private API keys
intercom-token | dG9rO | [\w+/=-]{40,120} | dG9rO{b55} | Intercom docs: access tokens
pubnub-secret | sec-c- | [\w+/=-]{30,80} | sec-c-{b48} | PubNub docs: secret keys
mailchimp-key | -us (${h}{32}) | \d{1,2}(?!\w) | {h32}-us{d2} | Mailchimp docs: API keys
svix-key | testsk_ | [\w.]{24,80} | testsk_{a32}.eu | Svix docs: API keys
`;

export const paymentFormats = () => String.raw`
stripe-key | sk_live_ sk_test_ rk_live_ rk_test_ sk_org_live_ | ${a}{16,250} | sk_live_{a24} | Stripe docs: API keys
stripe-key | whsec_ | [A-Za-z0-9+/=]{20,100} | whsec_{a32} | Stripe docs: webhook secrets
square-token | sq0atp- sq0csp- | ${w}{20,64} | sq0csp-{w43} | Square docs: access tokens
square-token | ?EAAA | ${w}{55,64}(?!\w) | EAAA{w60} | Square docs: access tokens
paypal-token | A21AA | ${w}{70,120} | A21AA{w92} | PayPal docs: access tokens
braintree-token | access_token$production$ access_token$sandbox$ | ${l}{8,20}\$${h}{32} | access_token$sandbox${'$'}{l16}${'$'}{h32} | Braintree docs: access tokens
razorpay-key | rzp_live_ rzp_test_ | ${a}{14,32} | rzp_live_{a14} | Razorpay docs: API keys
adyen-key | AQE AQF | \whm[\w+/=-]{60,300} | AQEyhm{b100} | Adyen docs: API keys
plaid-token | access-sandbox- access-production- access-development- | ${uuid} | access-sandbox-{h8}-{h4}-{h4}-{h4}-{h12} | Plaid docs: access tokens
mollie-key | ?live_ ?test_ | ${a}{28,48}(?!\w) | live_{a30} | Mollie docs: API keys; Lob, GoCardless alike
paddle-key | pdl_live_apikey_ pdl_sdbx_apikey_ pdl_ntfset_ | \w{40,90} | pdl_live_apikey_{l26}_{a22}_{a3} | Paddle docs: API keys
flutterwave-key | FLWSECK- FLWSECK_TEST- | ${w}{12,64} | FLWSECK_TEST-{h32}-X | Flutterwave docs: API keys
shippo-token | shippo_live_ shippo_test_ | ${h}{36,48} | shippo_live_{h40} | Shippo docs: API tokens
easypost-key | EZAK EZTK | ${a}{50,60} | EZAK{a54} | EasyPost docs: API keys
duffel-token | duffel_live_ duffel_test_ | ${w}{40,64} | duffel_test_{w43} | Duffel docs: access tokens
polar-token | polar_oat_ polar_pat_ polar_whs_ | ${a}{20,64} | polar_oat_{a43} | Polar docs: token formats
xendit-key | xnd_production_ xnd_development_ | ${a}{40,100} | xnd_production_{a60} | Xendit docs: API keys
omise-key | skey_ | (?:test_)?${l}{18,24} | skey_test_{l19} | Omise docs: API keys
creem-key | creem_ | \w{20,48} | creem_{a22} | Creem docs: API keys
bitcoin-key | xprv9 tprv8 yprvA zprvA | [1-9A-HJ-NP-Za-km-z]{90,120} | xprv9{c102} | BIP 32: serialised private keys
nostr-key | nsec1 | ${l}{56,60} | nsec1{l58} | Nostr NIP-19: private keys
woocommerce-key | ck_ cs_ | ${h}{40}(?!\w) | cs_{h40} | WooCommerce docs: REST API keys
pagerduty-token | pdus+ pdeu+ | [\w-]{20,80} | pdus+_0XBPWQQ_{h8}-{h4}-{h4}-{h4}-{h12} | PagerDuty docs: OAuth tokens
twitch-token | oauth: | ${l}{30}(?!\w) | oauth:{l30} | Twitch docs: chat tokens
pinterest-token | pina_ pinr_ | ${u}{40,200} | pina_{u64} | Pinterest docs: access tokens
instagram-token | IGQV IGAA THAA THQW | ${a}{60,300} | IGQV{a140} | Meta docs: access tokens of Instagram and Threads
tiktok-token | act. clt. rft. | [\w!.-]{40,120} | act.{a64} | TikTok docs: access tokens
ntfy-token | ?tk_ | ${l}{29}(?!\w) | tk_{l29} | ntfy docs: access tokens
kit-key | kit_ | ${h}{28,40} | kit_{h32} | Kit docs: API keys
checkly-key | ?cu_ | ${h}{32}(?!\w) | cu_{h32} | Checkly docs: API keys
tally-key | tly- | ${a}{28,48} | tly-{a32} | Tally docs: API keys
honeybadger-key | hbp_ hbu_ | ${a}{30,48} | hbp_{a36} | Honeybadger docs: API keys
feishu-token | ?t-g ?u-g | [\w.-]{28,60}(?!\w) | t-g{l36} | Lark docs: access tokens
ubidots-token | BBFF- BBUS- | ${a}{28,48} | BBFF-{a30} | Ubidots docs: API tokens
vk-token | vk1.a. | ${w}{60,300} | vk1.a.{w180} | VK docs: access tokens
alchemy-token | alcht_ | ${a}{28,40} | alcht_{a30} | Alchemy docs: auth tokens
`;
