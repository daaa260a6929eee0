/*
 * Formats of applications for teams, of shops and of sites.
 */

import { alphabets } from './format.js';

const { a, h, l, u, w, uuid } = alphabets;

export const appFormats = () => String.raw`
notion-token | ntn_ secret_ | ${a}{40,64} | ntn_{a46} | Notion docs: token formats
linear-key | lin_api_ lin_oauth_ | ${a}{30,80} | lin_api_{a40} | Linear docs: API keys
figma-token | figd_ figo_ figor_ figu_ | ${w}{28,80} | figd_{w40} | Figma docs: access tokens
clickup-token | ?pk_ | \d{5,10}_${u}{32} | pk_{d8}_{u32} | ClickUp docs: personal tokens
asana-token | ?[12]/[0123456789] | \d{9,19}(?:/\d{10,20})?:${h}{32} | 1/{d16}:{h32} | Asana docs: personal access tokens
hubspot-token | pat-na1- pat-na2- pat-eu1- pat-ap1- | ${uuid} | pat-eu1-{h8}-{h4}-{h4}-{h4}-{h12} | HubSpot docs: private apps
shopify-token | shpat_ shpca_ shppa_ shpss_ shptka_ shpua_ | [0-9a-fA-F]{32,40} | shpat_{h32} | Shopify docs: token formats
dropbox-token | sl. | [\w.-]{90,2000} | sl.u.{w140} | Dropbox docs: access tokens
typeform-token | tfp_ | [\w.-]{40,80} | tfp_{w44}_{w14} | Typeform docs: personal tokens
postman-key | ?PMAK- ?PMAT- | ${w}{24,80} | PMAK-{h24}-{h34} | Postman docs: API keys
readme-key | rdme_ | ${l}{50,90} | rdme_xn8s9h{l64} | ReadMe docs: API keys
frameio-token | fio-u- | [\w=-]{50,80} | fio-u-{w64} | Frame.io docs: developer tokens
adobe-secret | p8e- | ${w}{28,40} | p8e-{a32} | Adobe docs: client secrets
mapbox-token | sk.eyJ tk.eyJ | ${w}{30,200}\.${w}{18,40} | sk.eyJ{w76}.{w22} | Mapbox docs: access tokens
zoho-token | 1000. | ${h}{32}\.${h}{32} | 1000.{h32}.{h32} | Zoho docs: OAuth tokens
cal-key | cal_live_ cal_test_ | ${h}{28,64} | cal_live_{h32} | Cal.com docs: API keys
close-key | ?api_ | ${a}{22}\.${a}{22} | api_{a22}.{a22} | Close docs: API keys
gitbook-token | gb_api_ | ${a}{28,64} | gb_api_{a40} | GitBook docs: API tokens
retool-token | retool_ | ${w}{20,80} | retool_01{l32} | Retool docs: API access tokens
aspnet-payload | ?CfDJ8 | ${w}{30,4000} | CfDJ8{w120} | ASP.NET Core docs: data protection payloads
adafruit-key | ?aio_ | ${a}{28}(?!\w) | aio_{a28} | Adafruit IO docs: API keys
dub-key | ?dub_ | ${a}{20,48} | dub_{a24} | Dub docs: API keys
`;
