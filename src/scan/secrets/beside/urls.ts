/*
 * The signs of secrets in URLs: passwords of users, signatures, and the addresses of webhooks, which are secrets themselves.
 */

import type { Finding } from '../find.js';
import { isStrictPassword, looksRandom } from '../secret-value.js';
import { type Sign, signs } from '../sign.js';
import { type Form, once, secretAt } from './form.js';

export function urlSigns(): readonly Sign[] {
  return [
    ...signs('://', (text, at) => secretAt(text, at, addressForms())),
    ...signs('?sig=|&sig=|;sig=|6sig=|signature=|security-token=', (text, at) =>
      secretAt(text, at, signatureForms()),
    ),
    ...signs('?code=|&code=|?key=|&key=|appid=|?t=|?k=|?otp=|&otp=', (text, at) =>
      secretAt(text, at, queryForms()),
    ),
    ...signs('samlresponse=', (text, at) => secretAt(text, at, assertionForms())),
    ...signs('@tcp|@unix', (text, at) => secretAt(text, at, dataSourceForms())),
  ];
}

/** The addresses of services, up to the part that is secret. */
const webhooks = [
  'hooks\\.slack\\.com\\/[a-z]{1,20}\\/',
  '(?:\\w{1,10}\\.)?discord(?:app)?\\.com\\/api(?:\\/v\\d{1,2})?\\/webhooks\\/\\d{10,24}\\/',
  'hooks\\.zapier\\.com\\/hooks\\/catch\\/',
  'hook\\.[\\w.]{2,20}\\.make\\.com\\/',
  'open\\.(?:feishu|larksuite)\\.\\w{2,3}\\/open-apis\\/bot\\/v2\\/hook\\/',
  'qyapi\\.weixin\\.qq\\.com\\/cgi-bin\\/webhook\\/send\\?key=',
  '[\\w-]{1,60}\\.webhook\\.office\\.com\\/webhookb2\\/',
  'outlook\\.office\\.com\\/webhook\\/',
  'maker\\.ifttt\\.com\\/trigger\\/[\\w-]{1,60}\\/(?:json\\/)?with\\/key\\/',
  'hc-ping\\.com\\/',
  'hooks\\.airtable\\.com\\/workflows\\/v1\\/genericWebhook\\/',
  'sctapi\\.ftqq\\.com\\/',
  'api\\.day\\.app\\/',
  'calendar\\.google\\.com\\/calendar\\/ical\\/[\\w%.@-]{1,120}\\/private-',
  'outlook\\.(?:office365|live)\\.com\\/owa\\/calendar\\/',
  'hooks\\.chime\\.aws\\/incomingwebhooks\\/[\\w-]{36}\\?token=',
  'events\\.pagerduty\\.com\\/integration\\/',
  // Access to a chain, with the key in the path.
  '[\\w.-]{1,60}\\.(?:infura\\.io\\/(?:ws\\/)?v3|alchemy(?:api)?\\.(?:com|io)\\/(?:nft\\/)?v\\d|quiknode\\.pro|chainstacklabs\\.com|blastapi\\.io)\\/',
  'rpc\\.ankr\\.com\\/(?:\\w{2,20}\\/){1,2}',
].join('|');

const addressForms = once((): readonly Form[] => [
  {
    kind: 'url-password',
    // A redacted value contains a colon, but is not a user with a password.
    pattern:
      /:\/\/(?:(?!\[redacted:)[^\s:@/?#"'`<>\\]{0,256}:)?([^\s/?#"'`<>\\]{1,512})(?=@)(?!@o\d{1,12}\.ingest\.)/dy,
    // A user without a password may be a token. A password that is the name of the user keeps nothing secret.
    accepts: (secret, before) => (before !== '://' || looksRandom(secret)) && before !== `://${secret}:`,
  },
  {
    kind: 'url-password',
    // In the address of a server, people write passwords with characters that belong to the end of a URL.
    pattern:
      /:\/\/(?<=\b(?:postgres(?:ql)?|mysql|mariadb|mongodb|srv|rediss?|amqps?|mqtts?|smtps?|s?ftps?):\/\/)[^\s:@/?#"'`<>\\]{0,256}:([^\s@/"'`<>\\]{1,512})(?=@[\w.[-])/dy,
    accepts: (secret, before) => before !== `://${secret}:`,
  },
  {
    kind: 'url-password',
    // So they do for a server of the web; behind a port, the number sign begins a fragment.
    pattern:
      /:\/\/(?<=\bhttps?:\/\/)[\w-]{1,64}:(?!\d{1,5}[#?])([^\s@/"'`<>\\]{0,200}[#?][^\s@/"'`<>\\]{0,200})(?=@[\w.[-])/dy,
    accepts: isStrictPassword,
  },
  {
    kind: 'url-password',
    pattern: /:\/\/(?<=\b(?:vmess|vless|trojan|ssr?|hysteria2?|tuic|snell):\/\/)([\w+/=!.-]{8,2000})/dy,
  },
  { kind: 'webhook', pattern: new RegExp(`:\\/\\/(?:${webhooks})([\\w/@-]{10,400})`, 'dy') },
  {
    kind: 'webhook',
    pattern:
      /:\/\/[\w.:-]{1,100}(?:\/[\w-]{1,40}){0,4}?\/(?:web)?hooks?(?:\/[\w-]{1,24}){0,3}?\/([\w-]{20,200})(?![\w-])/dy,
    accepts: looksRandom,
  },
  { kind: 'password', pattern: /:\/\/(?<=jdbc:oracle:thin:[\w.]{1,60}\/([^\s"'@\\/]{3,128})@:?\/\/)/dy },
]);

const signatureForms = once((): readonly Form[] => [
  {
    kind: 'signed-url',
    pattern:
      /(?:[?&;6]sig|signature(?<=[?&;6](?:X-(?:Amz|Goog)-)?signature)|security-token(?<=X-Amz-security-token))=([\w%+/=.~-]{16,4000})/diy,
  },
]);

/** Finds passwords in `user:X@host` without a scheme. */
export function findUserPasswords(text: string): readonly Finding[] {
  const findings: Finding[] = [];
  userInfo.lastIndex = 0;
  for (let match = userInfo.exec(text); match !== null; match = userInfo.exec(text)) {
    const [start, end] = match.indices?.[1] ?? [0, 0];
    if (isStrictPassword(match[1] ?? '')) findings.push({ start, end, kind: 'url-password' });
  }
  return findings;
}

/** Neither the digest of an image, a version of a package nor an address of mail. */
const userInfo =
  /(?<=(?:^|[\s"'=(])(?!mailto|acct|xmpp|npm|https?|workspace)[A-Za-z][\w.-]{1,40}(?:(?<=\bsip):[\w.-]{1,40})?:)([^\s:@"'`/<>\\]{6,64})@(?!sha\d|latest|\d{1,4}\.\d{1,4}(?:\.\d{1,5})?(?![\d.]))(?=[\w.-]{2,60})/dg;

/** Parameters whose names have other uses: a long random value, or a link that opens an account. */
const queryForms = once((): readonly Form[] => [
  {
    kind: 'signed-url',
    pattern: /(?:[?&](?:code|key)|appid)=([\w%+=.~-]{20,400})/dy,
    accepts: (value) => looksRandom(value) && !/\.[a-z]{2,5}$/.test(value),
  },
  {
    kind: 'signed-url',
    pattern:
      /\?[tk]=(?<=\/[\w-]{0,40}(?:magic|reset|verif|invit|confirm|activat|login|signin|sign-in|passwordless)[\w/-]{0,60}\?[tk]=)([\w%+=.~-]{20,400})/dy,
    accepts: looksRandom,
  },
  { kind: 'signed-url', pattern: /[?&]otp=(\d{6,8})(?!\d)/dy },
]);

const assertionForms = once((): readonly Form[] => [
  { kind: 'authorization', pattern: /samlresponse=([\w%+/=-]{40,8000})/diy },
]);

/** A data source name of Go: user:password@tcp(host). */
const dataSourceForms = once((): readonly Form[] => [
  { kind: 'url-password', pattern: /@(?:tcp|unix)\((?<=[\w.-]{1,60}:([^\s@"'`:/]{3,128})@\w{3,4}\()/dy },
]);
