/*
 * New credentials, and the hash by which the database knows them. The text leaves here once; it is never stored.
 */

import { hash, randomBytes } from 'node:crypto';
import { type CredentialKind, credentialText, randomByteCount } from './token-text.js';

export interface NewCredential {
  readonly text: string;
  readonly hash: Buffer;
}

export function newCredential(kind: CredentialKind): NewCredential {
  const text = credentialText(kind, randomBytes(randomByteCount));
  return { text, hash: credentialHash(text) };
}

export function credentialHash(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
