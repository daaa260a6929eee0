/*
 * The forms of secrets that a command takes as a word without a flag, or on its standard input: `cargo login X`,
 * `echo X | docker login --password-stdin`, `gh secret set NAME --body X`.
 */

import { isPasswordLike, looksRandom } from '../secret-value.js';
import type { Sign } from '../sign.js';
import { type Form, formSigns } from './form.js';

export function commandSigns(): readonly Sign[] {
  return formSigns(forms);
}

const quote = '\\\\{0,3}["\']?';
const secret = '([^\\s"\'\\\\|;&<>]{3,512})';
const nextWord = `[ \\t]{1,4}${quote}${secret}`;
const userAndSecret = `[ \\t]{1,4}[^\\s"'-][^\\s"']{0,80}${nextWord}`;

/** What is printed into the command, and what it reads from a here-string. */
const printing = `(?<=\\b(?:echo|printf)(?: -[neE]{1,3})? ${quote}(?:%s(?:\\\\{1,2}n)?${quote} ${quote})?`;
const intoCommand = `(?:\\\\{1,2}n)?${quote} ?\\| ?`;
const fromPipe = `${printing}([^\\s"'\\\\|$]{3,256}?)${intoCommand}[^|\\n]{0,80})`;
const fromHere = `[^|\\n;]{0,80}? ?<<< ?${quote}([^\\s"'\\\\|$]{3,256})`;

/** Words of a command or a sentence have neither digits nor signs. */
const isNoWord = (value: string) =>
  !value.startsWith('-') && (/[\d!#$%^*?~+=]/.test(value) || value.length >= 20);

const isLongRandom = (value: string) => value.length >= 16 && looksRandom(value);

function form(source: string, accepts?: Form['accepts'], flags = 'dyi'): Form {
  return { kind: 'password', pattern: new RegExp(source, flags), ...(accepts && { accepts }) };
}

/** By the words at which they start. */
const forms: Readonly<Record<string, () => readonly Form[]>> = {
  htpasswd: () => [
    form(
      `htpasswd(?=[^\\n]{0,40} -[a-zA-Z]{0,6}b)(?: -[a-zA-Z]{1,8}){1,4}(?: [^\\s-]\\S{0,120}){1,3} ${quote}${secret}(?=["']?\\s{0,4}(?:$|\\n|\\\\n|["';|&]))`,
      undefined,
      'dy',
    ),
  ],
  chpasswd: () => [
    form(`chpasswd(?: -\\w)? ?<<< ?${quote}[\\w.-]{1,40}:([^\\s"'\\\\|]{3,256})`),
    form(`chpasswd${printing}[\\w.-]{1,40}:([^\\s"'\\\\|]{3,256}?)${intoCommand}(?:sudo )?chpasswd)`),
  ],
  ' passwd': () => [
    form(` passwd${printing}([^\\s"'\\\\|$]{3,256}?)${intoCommand}(?:sudo )?passwd)`),
    form(` passwd --stdin${fromHere}`),
  ],
  'password-stdin|passphrase-fd|with-token': () => [
    form(`(?:password-stdin|passphrase-fd 0|with-token)${fromHere}`),
    form(`(?:password-stdin|passphrase-fd|with-token)${fromPipe}`),
  ],
  'docker login|podman login|auth login|registry login|devops login': () => [
    form(`\\w{4,8} login${fromPipe}`),
  ],
  // A store of secrets that reads the value.
  'secret create|secrets create|secret put|secret set|versions add|env add|pass insert|cryptsetup|kubeseal|keyring set':
    () => [
      form(
        `(?:secrets? (?:create|put|set)|versions add|env add|pass insert|cryptsetup|kubeseal|keyring set)${fromHere}`,
      ),
      form(
        `(?:secrets? (?:create|put|set)|versions add|env add|pass insert|cryptsetup|kubeseal|keyring set)${fromPipe}`,
      ),
    ],
  base64: () => [form(`base64${printing}([^\\s"'\\\\|$]{3,256}?)${intoCommand}base64)`, isPasswordLike)],
  'cargo login|vault login|railway login|infisical login': () => [
    form(`\\w{5,9} login${nextWord}`, isNoWord),
  ],
  // Of any other client, a long random word.
  ' login ': () => [form(` login(?: --?[\\w-]{1,40}| AC[\\da-f]{32}){0,3}${nextWord}`, isLongRandom)],
  codecov: () => [form(`codecov[^\\n|;&]{0,120} -t[ =]?${quote}${secret}`, isLongRandom)],
  // The second argument of a call, after who logs in: `Client(account_sid, 'X')`.
  'sid, |key_id, |sid\', |sid", ': () => [
    form(`(?:sid|key_id)["']?, \\\\{0,3}["']([\\w.+/=-]{16,256})\\\\{0,3}["']`, isLongRandom),
  ],
  'sonar.login=': () => [form(`sonar\\.login=${quote}${secret}`)],
  'sudo -s': () => [form(`sudo -S${printing}([^\\s"'\\\\|$]{3,256}?)${intoCommand}sudo -S)`)],
  'add_user|change_password|adduser': () => [
    form(`(?:add_user|change_password|adduser)${userAndSecret}`, isNoWord),
  ],
  'net user ': () => [form(`net user \\S{1,64}${nextWord}`, isNoWord)],
  'net use ': () => [
    form(`net use [^\\n]{0,120}\\/user:\\S{1,64}${nextWord}`, isNoWord),
    form(`net use (?:\\S{1,120} ){1,2}${quote}${secret}(?=["']? \\/user:)`, isNoWord),
  ],
  wpa_passphrase: () => [form(`wpa_passphrase \\S{1,64}${nextWord}`, isNoWord)],
  'mysqladmin|nmcli': () => [form(`(?:mysqladmin|nmcli)[^\\n|;&]{0,160} password${nextWord}`, isNoWord)],
  'requirepass|masterauth': () => [form(`(?:requirepass|masterauth)${nextWord}`, isNoWord)],
  // Redis.
  'auth ': () => [
    form(`AUTH(?<=(?:^|\\n|\\\\n|[>"'] ?|: )AUTH) (?:default )?${quote}${secret}`, isPasswordLike, 'dy'),
  ],
  'pass:': () => [form(`pass:(?<=-pass(?:in|out)?[ =]pass:)([^\\s"'\\\\]{3,256})`)],
  'authtoken|snyk auth': () => [form(`(?:authtoken|snyk auth)${nextWord}`, isNoWord, 'dy')],
  'pypi-token.|github-oauth.': () => [
    form(`(?:pypi-token|github-oauth)\\.[\\w.]{1,60}${nextWord}`, isNoWord),
  ],
  'http-basic.': () => [form(`http-basic\\.\\S{1,80}${userAndSecret}`, isNoWord)],
  // A variable of a build service or a store of secrets.
  'secret set|secrets set|secret put|secret add|secret create': () => [
    form(
      `secrets? (?:set|put|add|create) (?:-\\S{1,20}[ =]\\S{1,80}[ \\t]{1,4})?${quote}[\\w./-]{1,80}${quote}[ \\t][^\\n|;&]{0,120}?(?:--body|--value|--secret-string|-b|-v|<<<)[ =]${quote}${secret}`,
    ),
    form(
      `secrets set ${quote}[\\w.:-]{1,80}${quote} ${quote}${secret}(?<=(?:user-|doppler )secrets .{0,700})`,
      isNoWord,
    ),
    form(`secrets? set (?:--?\\w{1,12}[ =]\\S{1,60} ){0,2}${quote}[\\w.:-]{1,80}=${quote}${secret}`),
  ],
  // A store of variables: `hardhat vars set NAME X`.
  'vars set': () => [form(`vars set [\\w.-]{1,80}${nextWord}`, isLongRandom)],
  'from-literal': () => [form(`from-literal[= ]${quote}[\\w.-]{1,80}=${quote}${secret}`)],
  securestring: () => [
    form(`securestring[^\\n|;&]{0,200}--value[ =]${quote}${secret}`),
    form(
      `securestring(?<=ConvertTo-securestring) (?:-String )?${quote}${secret}`,
      (value) => !/^[-$(]/.test(value),
    ),
  ],
  'bw unlock|rclone obscure': () => [form(`(?:bw unlock|rclone obscure)${nextWord}`, isNoWord)],
  'mc alias set': () => [form(`mc alias set \\S{1,64} https?:\\/\\/\\S{1,200} \\S{1,128}${nextWord}`)],
  cloudflared: () => [form(`cloudflared service install${nextWord}`)],
  sqlplus: () => [
    form(`sqlplus(?: -\\w{1,4}){0,3} ["']?[a-z][\\w.]{0,60}\\/([^\\s"'@\\\\/]{3,128})(?=@|\\s|["']|$)`),
  ],
  'db2 connect': () => [form(`db2 connect to \\S{1,60} user \\S{1,60} using ["']?([^\\s"'\\\\;]{3,128})`)],
  freerdp: () => [form(`freerdp[^\\n|;&]{0,200}? \\/p:["']?([^\\s"'\\\\]{3,256})`)],
  cmdkey: () => [form(`cmdkey[^\\n|;&]{0,200}? \\/pass:["']?([^\\s"'\\\\]{3,256})`)],
};
