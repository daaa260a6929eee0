/*
 * Decides whether the value of a name is a secret: by how sure the name is, how the two are written, and what the value is.
 */

import { type SecretName, secretName } from '../secret-name.js';
import { isExpression, isPasswordLike, isPlaceholder, looksRandom } from '../secret-value.js';
import type { Form } from './written-forms.js';

interface Candidate {
  readonly name: string;
  readonly certainty: SecretName;
  readonly value: string;
  readonly isQuoted: boolean;
  /** Whether it is a word `name=value` between blanks. */
  readonly isTight: boolean;
}

export function isSecret({ name, certainty, value, isQuoted, isTight }: Candidate, form: Form): boolean {
  if (value.length < 4 || isPlaceholder(value)) return false;
  // The number of a key for signatures.
  if (/sign(?:ing)?[-_]?key$/i.test(name) && /^(?:0x)?[\dA-F]{8,40}$/.test(value)) return false;
  // The quote was the end of a label: `log('Private key:', key)`.
  if (isQuoted && /^[,);.\]]/.test(value)) return false;
  if (isSalt(name, value, isQuoted)) return true;
  if (/\s/.test(value))
    return (
      /phrase|mnemonic/i.test(name) ||
      (certainty === 'certain' && form !== 'prose' && form !== 'list' && !isSentence(value))
    );
  const isWord = /^[A-Za-z_]+$/.test(value);
  const isRandom = looksRandom(value);
  if (certainty === 'weak')
    return isRandom && value.length >= 20 && form !== 'prose' && form !== 'list' && !/[/.].*[/.]/.test(value);
  switch (form) {
    case 'set':
      // The name of a stored secret: `--secret=db-password`.
      return name !== '--secret' || isRandom || isPasswordLike(value);
    case 'element':
      return certainty === 'certain' || isRandom;
    case 'flag':
      if (certainty === 'plain' && host.test(value)) return false;
      return isQuoted || !(isWord && (value === value.toUpperCase() || flagWords.test(value)));
    case 'list':
      return isRandom || (certainty === 'certain' && isPasswordLike(value));
    case 'prose':
      if (!isQuoted && (/[()[\]{}]/.test(value) || isExpression(value) || isNameOfSecret(value)))
        return false;
      if (isRandom && (isQuoted || value.length >= 16)) return true;
      if (!/pass?w(?:or)?[dt]|passcode|kennwort/i.test(name)) return false;
      return isPasswordLike(value) || (isQuoted && name === name.toUpperCase());
    case 'line':
    case 'spaced':
    case 'code': {
      if (!isQuoted && isExpression(value)) return false;
      if (!isQuoted && form !== 'line' && /^[A-Za-z_$][\w$]{0,60}$/.test(value) && secretName(value))
        return false;
      // `ansible_host=a ansible_ssh_pass=X`.
      const isInline = !isQuoted && form === 'code' && isTight && certainty === 'certain';
      const couldBeName = !isQuoted && (form === 'code' || (form === 'spaced' && isWord));
      if (isRandom) return true;
      // `pass = "X"` of a configuration file.
      if (certainty === 'plain')
        return (
          (form !== 'code' || isQuoted) &&
          /pass$/i.test(name) &&
          isPasswordLike(value) &&
          (isQuoted || value.length >= 6)
        );
      if (isInline) return isPasswordLike(value);
      return !couldBeName && !isSecretLabel(value);
    }
    default:
      return form satisfies never;
  }
}

/** Salts and keys of WordPress are of all characters. */
function isSalt(name: string, value: string, isQuoted: boolean): boolean {
  if (!isQuoted || value.length < 32 || !/_(?:KEY|SALT)$/.test(name) || !/\d/.test(value)) return false;
  return (value.match(/[^\p{L}\p{N}\s]/gu)?.length ?? 0) >= 6;
}

const host = /^[a-z][\w-]{0,40}(?:\.[a-z][\w-]{0,40}){1,4}$/;
const flagWords =
  /^(?:options?|flags?|arguments?|parameters?|when|with|from|instead|which|that|must|should|will)$/i;

/** A sentence about the secret, or its label. */
function isSentence(value: string): boolean {
  return !/\d|[^\p{L}\s,.?!:'-]/u.test(value) || functionWord.test(value);
}

/** Words of a sentence. */
export const functionWord =
  /\b(?:must|is|are|be|at least|should|need|please|your|the|not|for|an?|to|of|with|and|or|in|on|from|if|when|enter|passwords?|secrets?|tokens?|keys?)\b/i;

/** `set_private_key`: another name, not a value. */
function isNameOfSecret(value: string): boolean {
  return /^[a-z\d_]+$/.test(value) && /key|token|secret|passw/.test(value);
}

/** `my-secret`, `auth_token`: the name of a secret, not a secret. */
function isSecretLabel(value: string): boolean {
  const label = value.replace(/[-_]?v?\d{1,3}$/, '');
  return label.length <= 40 && /^[A-Za-z_. -]+$/.test(label) && secretName(label) !== undefined;
}
