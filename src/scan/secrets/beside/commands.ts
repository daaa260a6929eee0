/*
 * The forms of secrets that a command takes as a word without a flag, or on its standard input: `cargo login X`,
 * `echo X | docker login --password-stdin`, `gh secret set NAME --body X`.
 */

import { isPasswordLike } from '../secret-value.js';
import type { Sign, SignRule } from '../sign.js';
import { type Form, secretAt } from './form.js';

/** Words of commands that are not also names of secrets. */
export function commandSigns(): readonly Sign[] {
  return Object.keys(forms)
    .filter((word) => !sharedWords.has(word))
    .map((word) => ({ text: word, find: commandRule(word) }));
}

/** The secret of the command that has this word. */
export function commandRule(word: string): SignRule {
  return (text, at) => secretAt(text, at, forms[word] ?? []);
}

const quote = '\\\\{0,3}["\']?';
const secret = '([^\\s"\'\\\\|;&<>]{3,512})';
const nextWord = `[ \\t]{1,4}${quote}${secret}`;
const userAndSecret = `[ \\t]{1,4}[^\\s"'-][^\\s"']{0,80}${nextWord}`;

/** What is printed into the command, and what it reads from a here-string. */
const printing = `(?<=\\b(?:echo|printf)(?: -[ne]{1,2})? ["']?(?:%s(?:\\\\n)?["']? ["']?)?`;
const intoCommand = `(?:\\\\n)?["']? ?\\| ?`;
const fromPipe = `${printing}([^\\s"'\\\\|$]{3,256}?)${intoCommand}[^|\\n]{0,80})`;
const fromHere = `[^|\\n;]{0,80}? ?<<< ?["']?([^\\s"'\\\\|$]{3,256})`;

/** Words of a command or a sentence have neither digits nor signs. */
const isNoWord = (value: string) =>
  !value.startsWith('-') && (/[\d!#$%^*?~+=]/.test(value) || value.length >= 20);

function form(source: string, accepts?: Form['accepts'], flags = 'dyi'): Form {
  return { kind: 'password', pattern: new RegExp(source, flags), ...(accepts && { accepts }) };
}

/** By the word at which each starts. */
const forms: Readonly<Record<string, readonly Form[]>> = {
  pass: [
    form(
      `passwd(?<=htpasswd)(?=[^\\n]{0,40} -[a-zA-Z]{0,6}b)(?: -[a-zA-Z]{1,8}){1,4}(?: [^\\s-]\\S{0,120}){1,3} ${quote}${secret}(?=["']?\\s{0,4}(?:$|\\n|\\\\n|["';|&]))`,
      undefined,
      'dy',
    ),
    form(`password(?<=change_password)${userAndSecret}`, isNoWord),
    form(`passphrase(?<=wpa_passphrase) \\S{1,64}${nextWord}`, isNoWord),
    form(`password(?<=(?:mysqladmin|nmcli)[^\\n|;&]{0,160} password)${nextWord}`, isNoWord),
    form(`pass(?<=requirepass)${nextWord}`, isNoWord),
    form(`pass(?:in|out)?[ =]pass:([^\\s"'\\\\]{3,256})`),
    form(`passwd(?<=chpasswd)(?: -\\w)? ?<<< ?["']?[\\w.-]{1,40}:([^\\s"'\\\\|]{3,256})`),
    form(`passwd${printing}[\\w.-]{1,40}:([^\\s"'\\\\|]{3,256}?)${intoCommand}(?:sudo )?chpasswd)`),
    form(`passwd${printing}([^\\s"'\\\\|$]{3,256}?)${intoCommand}(?:sudo )?passwd)`),
    form(`(?:password-stdin|passphrase-fd 0|passwd --stdin)${fromHere}`),
    form(`(?:password-stdin|passphrase-fd)${fromPipe}`),
  ],
  auth: [
    form(`(?:authtoken|auth(?<=(?:snyk |master)auth))${nextWord}`, isNoWord, 'dy'),
    // Redis.
    form(`AUTH(?<=(?:^|\\n|\\\\n|[>"'] ?|: )AUTH) (?:default )?${quote}${secret}`, isPasswordLike, 'dy'),
    form(`auth\\.[\\w.]{1,60}(?<=github-oauth[\\w.]{1,62})${nextWord}`, isNoWord),
  ],
  token: [
    form(`token\\.\\w{1,40}(?<=pypi-token[\\w.]{1,42})${nextWord}`, isNoWord),
    form(`token(?<=with-token)${fromHere}`),
    form(`token(?<=with-token)${fromPipe}`),
  ],
  login: [
    form(`login(?<=(?:cargo|vault|railway|infisical) login)${nextWord}`, isNoWord),
    form(`login(?<=(?:docker|podman|gh auth|glab auth|registry) login)${fromPipe}`),
    form(`login=(?<=sonar\\.login=)${quote}${secret}`),
  ],
  basic: [form(`basic\\.\\S{1,80}${userAndSecret}`, isNoWord)],
  // A variable of a build service or a store of secrets.
  secret: [
    form(
      `secrets? (?:set|put|add|create) (?:-\\S{1,20}[ =]\\S{1,80}[ \\t]{1,4})?${quote}[\\w./-]{1,80}${quote}[ \\t][^\\n|;&]{0,120}?(?:--body|--value|--secret-string|-b|-v|<<<)[ =]${quote}${secret}`,
    ),
    form(
      `secrets set ${quote}[\\w.:-]{1,80}${quote} ${quote}${secret}(?<=(?:user-|doppler )secrets .{0,700})`,
      isNoWord,
    ),
  ],
  'sudo -s': [form(`sudo -S${printing}([^\\s"'\\\\|$]{3,256}?)${intoCommand}sudo -S)`)],
  d_user: [form(`d_user(?<=add_user)${userAndSecret}`, isNoWord)],
  adduser: [form(`adduser${userAndSecret}`, isNoWord)],
  'net user ': [form(`net user \\S{1,64}${nextWord}`, isNoWord)],
  'net use ': [form(`net use [^\\n]{0,120}\\/user:\\S{1,64}${nextWord}`, isNoWord)],
  unlock: [form(`unlock(?<=bw unlock)${nextWord}`, isNoWord)],
  obscure: [form(`obscure(?<=rclone obscure)${nextWord}`, isNoWord)],
  'alias set': [form(`alias set(?<=mc alias set) \\S{1,64} https?:\\/\\/\\S{1,200} \\S{1,128}${nextWord}`)],
  cloudflared: [form(`cloudflared service install${nextWord}`)],
  'm-literal': [form(`m-literal[= ]${quote}[\\w.-]{1,80}=${quote}${secret}`)],
  securestring: [
    form(`securestring[^\\n|;&]{0,200}--value[ =]${quote}${secret}`),
    form(
      `securestring(?<=ConvertTo-securestring) (?:-String )?${quote}${secret}`,
      (value) => !/^[-$(]/.test(value),
    ),
  ],
  sqlplus: [
    form(`sqlplus(?: -\\w{1,4}){0,3} ["']?[a-z][\\w.]{0,60}\\/([^\\s"'@\\\\/]{3,128})(?=@|\\s|["']|$)`),
  ],
  'db2 connect': [form(`db2 connect to \\S{1,60} user \\S{1,60} using ["']?([^\\s"'\\\\;]{3,128})`)],
  freerdp: [form(`freerdp[^\\n|;&]{0,200}? \\/p:["']?([^\\s"'\\\\]{3,256})`)],
  cmdkey: [form(`cmdkey[^\\n|;&]{0,200}? \\/pass:["']?([^\\s"'\\\\]{3,256})`)],
};

/** Other rules start at these words too, so `words.ts` has their signs. */
const sharedWords = new Set(['pass', 'auth', 'token', 'login', 'basic', 'secret']);
