/*
 * Secrets that the registry has to send in plain text one day, as they are in the database: encrypted (AES-256-GCM) with
 * a key that the database does not have, and bound to the row that they belong to, so that they cannot be moved to
 * another. The first key seals; the others open what was sealed before it was changed.
 */

import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { CoppiceError } from '../../text/errors.js';

export type SecretKeys = readonly Uint8Array[];

const keyBytes = 32;
const ivBytes = 12;
const tagBytes = 16;

/** Keys of 32 bytes in base64, separated by commas. Throws `bad-value`, and never shows them. */
export function secretKeys(text: string): SecretKeys {
  return text.split(',').map((part) => {
    const key = Buffer.from(part.trim(), 'base64');
    if (key.length === keyBytes) return key;
    throw new CoppiceError(
      'bad-value',
      `not ${keyBytes} bytes in base64; make one with: openssl rand -base64 32`,
    );
  });
}

/** `context` names the row. Throws `conflict` where the server has no key. */
export function sealSecret(keys: SecretKeys, context: string, secret: string): string {
  const [key] = keys;
  if (key === undefined)
    throw new CoppiceError('conflict', 'the registry has no key to encrypt secrets with', {
      hint: 'its operator can set COPPICE_SECRET_KEY, or name a sign-in provider whole in the environment',
    });
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  const whole = Buffer.concat([iv, sealed, cipher.getAuthTag()]);
  return `v1.${keyName(key)}.${whole.toString('base64url')}`;
}

/** Throws `unavailable` where it was sealed with a key that the server does not have, or for another row. */
export function openSecret(keys: SecretKeys, context: string, sealed: string): string {
  const [version, name, text] = sealed.split('.');
  const key = keys.find((each) => keyName(each) === name);
  if (version !== 'v1' || key === undefined || text === undefined) throw unreadable();
  const whole = Buffer.from(text, 'base64url');
  try {
    const cipher = createDecipheriv('aes-256-gcm', key, whole.subarray(0, ivBytes))
      .setAAD(Buffer.from(context))
      .setAuthTag(whole.subarray(-tagBytes));
    return cipher.update(whole.subarray(ivBytes, -tagBytes), undefined, 'utf8') + cipher.final('utf8');
  } catch (error) {
    throw unreadable(error);
  }
}

function keyName(key: Uint8Array): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 8);
}

function unreadable(cause?: unknown): CoppiceError {
  return new CoppiceError('unavailable', 'the stored secret cannot be decrypted', {
    hint: 'its operator has to give the registry the key that it was stored with, in COPPICE_SECRET_KEY',
    cause,
  });
}
