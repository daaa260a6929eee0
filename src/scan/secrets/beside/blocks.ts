/*
 * Secrets on lines of their own, below what says that they are secrets: recovery codes, the private part of a PuTTY key, a
 * static key of a VPN, and the content of a file that has one.
 */

import type { Finding } from '../find.js';
import { isPasswordLike, looksRandom } from '../secret-value.js';
import { type Sign, signs } from '../sign.js';
import { type Form, once, secretAt } from './form.js';

export function blockSigns(): readonly Sign[] {
  return [
    ...signs('recovery codes|backup codes|scratch codes|emergency codes|-codes:', (text, at) =>
      secretAt(text, at, codeForms()),
    ),
    ...signs('private-lines|static key v', (text, at) => secretAt(text, at, keyForms())),
    ...signs('cat |adminpassword|pass show |echo $', (text, at) => secretAt(text, at, printedForms())),
    ...signs(printingCommands, printedSecret),
  ];
}

const newLine = '(?:\\r?\\n|\\\\n)';
const lineEnd = `[ \\t]{0,4}(?=${newLine}|["']|$)`;

/** Two lines of codes or more, each with a digit. */
const codeForms = once((): readonly Form[] => [
  {
    kind: 'secret',
    pattern: new RegExp(
      `(?:(?:recovery|backup|scratch|emergency) codes?|-codes:)[^\\n\\\\]{0,80}(?:${newLine}[ \\t]{0,4}){1,2}((?:[ \\t\\d.)*-]{0,8}[a-z\\d]{4,12}(?:[- ][a-z\\d]{4,12}){0,3}${lineEnd}${newLine}?){2,20})`,
      'diy',
    ),
    accepts: (block) =>
      block
        .split(/\r?\n|\\n/)
        .every((line) => line.trim() === '' || /\d/.test(line.replace(/^\s*\d{1,2}[.)]/, ''))),
  },
]);

const keyForms = once((): readonly Form[] => [
  {
    kind: 'private-key',
    pattern: new RegExp(
      `private-lines: ?\\d{1,3}${newLine}((?:[a-z\\d+/=]{4,100}(?:${newLine}|$)){1,80})`,
      'diy',
    ),
  },
  {
    kind: 'private-key',
    pattern: new RegExp(
      `static key v\\d-{3,5}(?:${newLine}[ \\t]{0,8}){1,2}((?:[\\da-f]{16,64}(?:${newLine}[ \\t]{0,8}|(?=-)|$)){1,64})`,
      'diy',
    ),
  },
]);

/** Words of commands that print a secret, or make one. */
const printingCommands =
  'auth token|-access-token|identity-token|-field=|op read|secrets get|secret-value|config:get|openssl rand|pwgen|printenv|-password -|genkey|genpsk|output -raw|rails secret|rake secret|/run/secrets/|{.data.|base64 -d|secret show|bw get|lpass show|ssm get-parameter|versions access|login-password|token create|create token|keyring get|chamber read|print-token|generate-password|apg -';

/** What the command printed, if the command is about a secret. */
function printedSecret(text: string, at: number): Finding | undefined {
  const found = secretAt(text, at, outputForms());
  if (found === undefined) return undefined;
  const before = text.slice(Math.max(0, at - 120), found.start);
  const command = before.slice(before.trimEnd().search(/[^\n]*$/));
  return aboutSecrets.test(command) ? found : undefined;
}

const aboutSecrets =
  /pass|pwd|secret|token|key|cred|auth|psk|\brand (?:-base64|-hex (?:1[6-9]|[2-9]\d|\d{3}))|pwgen|apg|config:get|op read|_pw\b/i;

const outputForms = once((): readonly Form[] => [
  {
    kind: 'secret',
    pattern: new RegExp(
      `(?:${printingCommands.replace(/[{}.$]/g, '\\$&')})[^\\n\\\\]{0,160}${newLine}([^\\s"'\\\\:]{8,512})${lineEnd}`,
      'diy',
    ),
    accepts: (value, before) =>
      looksRandom(value) || (isPasswordLike(value) && !/^(?:openssl|pwgen|apg)/.test(before)),
  },
]);

/** A command that prints a secret, and what it printed. */
const printedForms = once((): readonly Form[] => {
  const file = `cat (?:-\\w )?["']?\\S{0,160}?(?:master\\.key|[\\w.]*(?:passw|passphrase|secret|token|vault[-_.]?pass|api[-_]?key|\\.pw)[\\w-]*(?:\\.(?:txt|key|pw))?)["']?`;
  const printing = `(?:${file}|adminpassword|pass show \\S{1,120}|echo ["']?\\$\\{?\\w{0,60}(?:token|secret|passw\\w{0,4}|key)\\}?["']?)`;
  return [
    {
      kind: 'secret',
      pattern: new RegExp(`${printing}${newLine}{1,2}([^\\s"'\\\\:]{8,256})${lineEnd}`, 'diy'),
      accepts: (value) => looksRandom(value) || isPasswordLike(value),
    },
  ];
});
