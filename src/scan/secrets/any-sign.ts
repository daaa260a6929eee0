/*
 * Decides fast whether a text may have a sign of a secret. The search for all signs takes milliseconds to make, and a program
 * that records one short event should not wait for it. Once the search is made, it is faster than this.
 */

import { isSecretName } from './secret-name.js';
import { formsOf, identifyingLength, shortestValue } from './value-forms.js';

/** Everything in which `find.ts` finds a secret is accepted; many other texts are, too. */
export function mayHaveSign(text: string): boolean {
  if (mark.test(text) || flag.test(text)) return true;
  const lower = text.toLowerCase();
  return words().some((word) => lower.includes(word));
}

/**
 * Decides the same for a program that also knows its environment, whose secrets a command may print without their names.
 * It accepts everything in which the finder of that environment finds a secret, and loads none of its tables.
 */
export function createSignProbe(
  environment: Readonly<Record<string, string | undefined>>,
): (text: string) => boolean {
  const starts = Object.entries(environment).flatMap(([name, value = '']) =>
    value.length >= shortestValue && isSecretName(name)
      ? formsOf(value).map((form) => form.slice(0, identifyingLength))
      : [],
  );
  return (text) => mayHaveSign(text) || starts.some((start) => text.includes(start));
}

/**
 * A long word with a capital or a digit, as nearly every token is, a longer word without them, as a token may be by chance,
 * and what hides one.
 */
const mark =
  /[A-Z\d][\w.~+/-]{7}|[\w.~+/-]{7}[A-Z\d]|[\w.:|+=-]{16}|[^\0-\x7f]|\x1b|\\[ux\r\n]|%[2-7]|&#|[A-Z\d]{2}~|\d\/\d|\/\/0/;

const flag = /[ "']--?[a-z]/i;

/** A search for one word after the other is faster than one pattern for all of them, which takes long to compile. */
function words(): readonly string[] {
  split ??= wordList.split('|');
  return split;
}

let split: readonly string[] | undefined;

const wordList =
  `pass|secret|token|key|pwd|mdp|psk|kennwort|wachtwoord|senha|clave|contrase|zugangs|identifi|auth` +
  `|jwt|_pat|phrase|mnemonic|cred|login|cookie|bearer|basic|base64|://|sig=|signature|code=|@tcp` +
  `|@unix|:543|:*:|:$|insert into|machine |sudo -s|add_user|adduser|net use|mysqladmin|nmcli` +
  `|securestring|from-literal|bw unlock|rclone|mc alias|cloudflared|sqlplus|db2 connect|freerdp` +
  `|codecov|schluessel|chiave|chave|llave|sleutel|jeton|clef |unseal|recovery|totp|2fa|vars set` +
  `|codes|-lines|static k|cat |echo $|hmac|createc|fernet(|getconn|.encrypt(|enable |wifi:|oathtool` +
  `| seed| pin|pin:|pin-|salt|heslo|adgangsk|losenord|salasana|jelszo|parola|kata s|lozinka|geslo` +
  `|sifre|mat kh|_session=|log in|sign in|s add|env add|cryptset|kubeseal|schtasks|reg add|signtool` +
  `|security i|qpdf|setuser|sqlldr|rman t|bundle c|nuget p|kaggle c|encrypt_s|snmp|appid=` +
  `|new mysqli|new pdo|simple_b|algolias|aes.new| code|pepper|activation|/ipk |wif: |localhost: ` +
  `| p: |"kty|samlresp|wifi.b|_pw_set|.connect(|-field=|op read|config:get|openssl r|pwgen|printenv` +
  `|{.data|bw get|get-param|versions a|chamber r|apg -| enc |pw:|pw=|pw |sid, |sid", |sid', |_pk=` +
  `|_sk=|usermod|useradd|impdp|expdp|env:set|env set|<(echo|<(printf|send \\|send "|send '|send -` +
  `|?t=|?k=|mysqli_|mysql_|otp |otp=|otp:|pw"|pw'`;
