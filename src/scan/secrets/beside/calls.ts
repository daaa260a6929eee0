/*
 * Secrets that are an argument of a call in source code, where no name is beside them: `jwt.sign(payload, "X")`,
 * `createHmac('sha256', 'X')`, `smtp.login("user", "X")`.
 */

import { secretName } from '../secret-name.js';
import { type Sign, signs } from '../sign.js';
import { type Form, once, secretAt } from './form.js';

export function callSigns(): readonly Sign[] {
  return Object.entries(calls).flatMap(([words, sources]) => {
    const made = once((): readonly Form[] =>
      sources.map((source) => ({
        kind: 'secret',
        pattern: new RegExp(source, 'diy'),
        accepts: (value) => secretName(value) === undefined,
      })),
    );
    return signs(words, (text, at) => secretAt(text, at, made()));
  });
}

const open = '\\s{0,20}(?:b|rb?)?\\\\{0,3}["\'`]';
const value = '([^"\'`\\\\\\n$]{6,512})';
const word = `${open}[^"'\`\\\\\\n]{1,120}\\\\{0,3}["'\`],`;
const expression = '[^,\\n"\'`]{1,120},';

/** By the words at which a call starts. */
const calls: Readonly<Record<string, readonly string[]>> = {
  'jwt.sign(|jwt.verify(|jwt.encode(|jwt.decode(': [`jwt\\.\\w{4,6}\\(${expression}${open}${value}`],
  'createhmac(|createcipheriv(': [`create\\w{4,8}\\(${word}${open}${value}`],
  'hmac.new(': [`hmac\\.new\\(${open}${value}`],
  'fernet(': [`fernet\\(${open}([\\w+/=-]{40,64})`],
  '.login(': [`\\.login\\(${word}${open}${value}`],
  'getconnection(': [`getConnection\\((?:${expression}|${word})${word}${open}${value}`],
  'mysqli_connect(|mysql_connect(|new mysqli(|new pdo(': [
    `(?:mysqli?_connect|new mysqli|new pdo)\\((?:${expression}|${word})(?:${expression}|${word})${open}${value}`,
  ],
  simple_bind: [`simple_bind(?:_s)?\\((?:${expression}|${word})${open}${value}`],
  'algoliasearch(': [`algoliasearch\\((?:${expression}|${word})${open}([\\da-f]{32})`],
  'networkcredential(|passwordcredentials(|passwordauthentication(|basicauth(|basic_auth(|basiccredentials(':
    [`\\w{8,22}\\((?:${expression}|${word})${open}${value}`],
  'secretkeyspec(|aes.new(|cookieparser(|cookie_parser(': [`[\\w.]{7,13}\\(${open}${value}`],
  'keys: [|keys:[': [`keys: ?\\[${open}${value}(?<=session\\(.{0,80}keys: ?\\[.{0,540})`],
  'wifi.begin(|username_pw_set(': [`\\w[\\w.]{8,15}\\((?:${expression}|${word})${open}${value}`],
  '.connect(': [`\\.connect\\(${word}${word}${open}([^"'\`\\\\\\n$]{6,64})`],
  '.encrypt(': [`\\.encrypt\\(${expression}${open}${value}(?<=(?:AES|DES|Rabbit|RC4)\\.encrypt\\(.{0,700})`],
};
