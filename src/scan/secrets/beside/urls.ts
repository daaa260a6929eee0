/*
 * The signs of secrets in URLs: passwords of users, signatures, and the addresses of webhooks, which are secrets themselves.
 */

import { looksRandom } from '../secret-value.js';
import { type Sign, signs } from '../sign.js';
import { type Form, once, secretAt } from './form.js';

export function urlSigns(): readonly Sign[] {
  return [
    ...signs('://', (text, at) => secretAt(text, at, addressForms())),
    ...signs('?sig=|&sig=|;sig=|6sig=|signature=|security-token=|?code=', (text, at) =>
      secretAt(text, at, signatureForms()),
    ),
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
    // A user without a password may be a token.
    accepts: (secret, before) => before !== '://' || looksRandom(secret),
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
  {
    kind: 'signed-url',
    pattern: /\?code=(?<=\.azurewebsites\.net\/[^\s"'?]{0,200}\?code=)([\w%+/=.~-]{16,200})/dy,
  },
]);

/** A data source name of Go: user:password@tcp(host). */
const dataSourceForms = once((): readonly Form[] => [
  { kind: 'url-password', pattern: /@(?:tcp|unix)\((?<=[\w.-]{1,60}:([^\s@"'`:/]{3,128})@\w{3,4}\()/dy },
]);
