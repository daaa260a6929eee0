/*
 * Secrets in the configuration of network devices, of wireless networks and of second factors: `enable secret 0 X`,
 * `: PSK "X"`, `WIFI:S:name;P:X;;`, "the PIN is 1234".
 */

import { isPasswordLike, looksRandom } from '../secret-value.js';
import type { Sign } from '../sign.js';
import { type Form, formSigns } from './form.js';

export function deviceSigns(): readonly Sign[] {
  return formSigns(forms);
}

const quote = '\\\\{0,3}["\']?';
const level = '(?: (?:level )?\\d{1,2})?';
const word = `${quote}([^\\s"'\\\\;]{4,128})`;

function form(source: string, accepts?: Form['accepts'], kind = 'password'): Form {
  return { kind, pattern: new RegExp(source, 'diy'), ...(accepts && { accepts }) };
}

/** The number before the word says how it is encrypted: words of a sentence have none. */
const isGiven = (value: string, before: string) => / \d{1,2} ["']?$/.test(before) || isPasswordLike(value);

const forms: Readonly<Record<string, () => readonly Form[]>> = {
  'enable secret|enable password': () => [form(`enable (?:secret|password)${level} ${word}`, isGiven)],
  ' secret | password ': () => [
    form(
      ` (?:secret|password)(?<=\\busername \\S{1,64}(?: privilege \\d{1,2})? (?:secret|password))${level} ${word}`,
      isGiven,
    ),
  ],
  'snmp-server community|-server key|isakmp key|pre-shared-key': () => [
    form(`snmp-server community ${word}`, (value) => !/^(?:public|private|string|name)$/i.test(value)),
    form(
      `(?:-server key|isakmp key|pre-shared-key)(?: local| remote| ascii-text| hexadecimal)?${level} ${word}`,
      isGiven,
    ),
  ],
  ' enc ': () => [form(` enc (?<=\\b(?:password|passwd|psksecret|secret|key) enc )${word}`)],
  '.key=': () => [form(`\\.key=(?<=wireless[^\\n]{0,60}\\.key=)${word}`)],
  ': psk ': () => [form(': psk \\\\{0,3}["\']([^"\'\\\\\\n]{4,128})')],
  'wifi:': () => [form('wifi:(?:[a-oq-z]:[^;\\n]{0,80};){0,5}p:([^;\\n"]{4,128})')],
  oathtool: () => [
    form(
      'oathtool[^\\n|;&]{0,60}? ["\']?((?:[a-z2-7]{2,64} ?){1,16}=*)(?=["\']?(?:$|\\n|\\\\n|["|;&]))',
      isBase32,
    ),
  ],
  ' seed: | seed is ': () => [
    form(' seed(?<=(?:otp|2fa|mfa) seed)(?:: | is )["\']?((?:[a-z2-7]{4} ?){4,16})', isBase32),
  ],
  ' pin|pin:|pin-code': () => [
    form(
      '[ (]?pin(?<!gpio pin|\\w\\wpin)(?:[- ]?code|nummer)?(?: [\\wÀ-ÿ-]{1,20}){0,4}?(?: (?:is|ist|lautet|est|es|era|was)|:|=|は) ?["\']?(\\d{4,8})(?![\\w.])',
    ),
  ],
  // Codes of a second factor and of doors.
  ' code is| code: | code ist| code est| code lautet| code es': () => [
    form(
      ` code(?<=\\b(?:2fa|otp|mfa|totp|one-time|verification|security|access|door|gate|alarm|entry|unlock|sms|authenticat\\w{2,5}|login|confirmation|sign-in|safe|lock|bestätigungs|zugangs|tür|einmal)[- ]code)(?: (?:is|ist|est|lautet|es)|:) ?["']?(\\d{3}[- ]\\d{3}|\\d{4,8})(?![\\w.]| (?:lines|characters|digits|bytes|times|minutes|seconds))`,
    ),
  ],
  'otp ': () => [form(`otp(?<![a-z]otp) (?:is |code |code is )?(\\d{3} \\d{3}|\\d{6,8})(?![\\w.])`)],
  'otp=|otp: ': () => [form(`otp(?<![a-z]otp)(?:=|: )["']?(\\d{6,8})(?![\\w.])`)],
  'app password|app-password|specific password': () => [
    form(
      '(?:app[- ]|specific )password[^\\n]{0,40}?[ :="\']((?:[a-z]{4}[ -]){3}[a-z]{4})(?![\\w-])',
      undefined,
      'secret',
    ),
  ],
};

function isBase32(value: string): boolean {
  const plain = value.replace(/[ =]/g, '');
  return plain.length >= 16 && /[2-7]/.test(plain) && (plain === plain.toUpperCase() || looksRandom(plain));
}
