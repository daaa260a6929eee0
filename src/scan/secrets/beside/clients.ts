/*
 * The forms of secrets in the arguments of further programs: of systems, archives, databases, packages and stores of secrets.
 * Each takes the secret in a place of its own.
 */

import { isPasswordLike, looksRandom } from '../secret-value.js';
import type { Sign } from '../sign.js';
import { type Form, formSigns } from './form.js';

export function clientSigns(): readonly Sign[] {
  return formSigns(forms);
}

const quote = '\\\\{0,3}["\']?';
const secret = '([^\\s"\'\\\\|;&<>]{3,512})';
/** What comes between the name of a program and the argument, in the same command. */
const words = '[^\\n|;&]{0,200}?';

function form(source: string, accepts?: Form['accepts'], mayBeReference?: true): Form {
  const pattern = new RegExp(source, 'diy');
  return {
    kind: 'password',
    pattern,
    ...(accepts && { accepts }),
    ...(mayBeReference && { mayBeReference }),
  };
}

const isPassword = (value: string) => isPasswordLike(value) || isLongRandom(value);
const isLongRandom = (value: string) => value.length >= 16 && looksRandom(value);
/** As a system stores it: `$6$salt$hash`. */
const isCryptHash = (value: string) => /^\$(?:\d|2[aby]|y|apr1|argon2\w{1,2})\$[\w./$=,+-]{12,}$/.test(value);

/** By the words at which they start. */
const forms: Readonly<Record<string, () => readonly Form[]>> = {
  // Users of a system.
  'usermod|useradd': () => [
    form(`user(?:mod|add)${words} (?:-p|--password)[ =]${quote}${secret}`, isCryptHash, true),
    form(`user(?:mod|add)${words} (?:-p|--password)[ =]${quote}${secret}`, isPasswordLike),
  ],
  'openssl passwd': () => [
    form(
      `openssl passwd(?: -(?:\\w{1,6}|salt \\S{1,20})){0,3} ${quote}${secret}(?=["')\\\\\\s]|$)`,
      isPassword,
    ),
  ],
  mkpasswd: () => [form(`mkpasswd(?: -\\S{1,12}(?: [a-z][\\w-]{1,12})?){0,4} ${quote}${secret}`, isPassword)],
  'rootpw ': () => [form(`rootpw (?:--\\w{1,12} ){0,2}${quote}${secret}`, isPassword)],
  // An installer of Debian.
  'root-password|user-password': () => [form(`\\w{4}-password(?:-again)? password ${secret}`)],
  schtasks: () => [form(`schtasks${words} \\/rp ${quote}${secret}`)],
  'reg add': () => [
    form(
      `reg add${words}\\/v ${quote}\\w{0,40}(?:passw\\w{0,4}|pwd|secret|token|apikey)${quote} ${words}\\/d ${quote}${secret}`,
    ),
  ],
  'key content': () => [form(`key content\\s{0,20}: ?${secret}`)],
  // Keys and signatures.
  signtool: () => [form(`signtool${words} \\/p ${quote}${secret}`)],
  'security import': () => [form(`security import${words} -P ${quote}${secret}`)],
  'pass:': () => [form(`pass:(?<=-pass pass:)${secret}`)],
  // Archives and documents.
  ' -hp': () => [form(` -hp${quote}${secret}(?<=\\brar\\b${words} -hp.{0,520})`)],
  qpdf: () => [form(`qpdf${words}--encrypt ([^\\s|;&]{3,64} [^\\s|;&]{3,64})(?= (?:40|128|256) )`)],
  // Databases.
  'setuser ': () => [
    form(
      `setuser [^\\s"']{1,64}(?: [^>\\s][^\\s]{0,40}){0,10}? >([^\\s"'\\\\]{3,128})`,
      (value) => !/^\/|^&/.test(value),
    ),
  ],
  'impdp |expdp |sqlldr |rman target ': () => [
    form(
      `(?:(?:imp|exp)dp|sqlldr|rman target) ["']?[a-z][\\w.]{0,60}\\/([^\\s"'@\\\\/]{3,128})(?=@|\\s|["']|$)`,
    ),
  ],
  'pwd={|password={': () => [
    form(
      '(?:pwd|password)=\\{([^{}\\n]{4,128})\\}(?=;|["\']|$)',
      (value) => !/^[\\w.]*$/.test(value) || isPassword(value),
    ),
  ],
  // Packages.
  'bundle config': () => [
    form(
      `bundle config (?:set )?(?:--\\w{5,6} )?[\\w-]{1,60}(?:\\.[\\w-]{1,60}){1,4} ${quote}([\\w.%+-]{1,60}:[^\\s"'\\\\]{4,128})`,
      (value) => /\d/.test(value),
    ),
  ],
  'nuget push': () => [form(`nuget push \\S{1,200} ${quote}${secret}`, isLongRandom)],
  'kaggle config': () => [form(`kaggle config set -n key -v ${secret}`)],
  // Stores of secrets.
  'operator unseal': () => [form(`operator unseal (?:-\\S{1,40} ){0,2}${quote}${secret}`, isLongRandom)],
  'bw login': () => [
    form('bw login \\S{1,80} \\\\{0,3}["\']([^"\'\\\\\\n]{6,128})'),
    form(`bw login \\S{1,80} ${secret}`, isPassword),
  ],
  encrypt_string: () => [form(`encrypt_string (?:--?\\S{1,40} ){0,3}${quote}${secret}`, isPassword)],
  'secret:create|env:set|env set': () => [
    form(`(?:secret:create|env[: ]set)${words} --value[ =]${quote}${secret}`, isPassword),
    form(`env[: ]set (?:-\\S{1,20} ){0,2}[A-Z][A-Z\\d_]{1,60}[ =]${quote}${secret}`, isLongRandom),
  ],
  // A file that is made for one command.
  '<(echo |<(printf ': () => [
    form(
      `<\\((?:echo|printf)(?: -n)? ${quote}(?:%s${quote} ${quote})?([^\\s"'\\\\|;&<>)$]{3,256})`,
      isPassword,
    ),
  ],
  'password-command|passwordcommand|pass-command|passcommand': () => [
    form(`pass(?:word)?-?command[ =]${quote}(?:echo|printf)(?: -n)? ${quote}${secret}`),
  ],
  // A program that types the answer to a prompt.
  'send "|send \\"|send \'|send -- ': () => [
    form(`send(?: --)? \\\\{0,3}["']([^"'\\\\\\s$]{4,128})\\\\{1,4}r`, isPassword),
    form(
      `send(?: --)?(?<=assw(?:ord|d)[^\\n]{0,160}send(?: --)?) \\\\{0,3}["']([^"'\\\\\\s$]{4,128})\\\\{1,4}[rn]`,
    ),
  ],
  // Readings of a device.
  'snmpwalk|snmpget|snmpset|snmpbulk': () => [
    form(`snmp\\w{3,9}${words} -c ${quote}${secret}`, (value) => !/^(?:public|private)$/i.test(value)),
  ],
  // Secrets of AWS may begin like a path.
  'secret_access_key|secretaccesskey': () => [
    form(`secret_?access_?key[\\\\\\s=:"'>,]{1,12}([a-z\\d+/]{40})(?![\\w+/])`, undefined, true),
  ],
  'secret id': () => [form('secret id\\s{0,12}[=:]\\s{0,4}([\\da-f]{8}-(?:[\\da-f]{4}-){3}[\\da-f]{12})')],
  privkey: () => [
    form(`privkey\\\\{0,3}["']?[ =:(]{1,4}${quote}([5KLc9][1-9A-HJ-NP-Za-km-z]{50,51})(?!\\w)`),
  ],
  // Who logs in, and the secret beside it.
  akia: () => [
    form(
      `akia[a-z\\d]{12,20}\\\\{0,3}["']?[\\s,:;|/]{1,4}\\\\{0,3}["']?([a-z\\d+/]{40})(?![\\w+/])`,
      looksRandom,
    ),
  ],
  [[...'0123456789abcdef'].map((digit) => `ac${digit}`).join('|')]: () => [
    form(`ac[\\da-f]{32}(?<![\\w]ac.{32})\\\\{0,3}["']?[\\s,:]{1,4}\\\\{0,3}["']?([\\da-f]{32})(?!\\w)`),
  ],
  'key": |key":|key\\":': () => [
    form(
      `key\\\\{0,3}" ?: ?\\\\{0,3}"([\\w-]{24,128})(?=\\\\{0,3}")(?<=\\{[^{}\\n]{0,160}(?:user(?:name)?|login|email)\\\\{0,3}"[^{}\\n]{0,400})`,
      looksRandom,
    ),
  ],
};
