/*
 * The key that signs checkpoints of the audit log: ed25519, from the environment of the server, so that it is not in the
 * database that it protects.
 */

import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { CoppiceError } from '../../text/errors.js';
import { type Checkpoint, checkpointText, type SignedCheckpoint } from '../rules/audit/checkpoint.js';

export interface CheckpointKey {
  readonly id: string;
  readonly publicKey: KeyObject;
  sign(checkpoint: Checkpoint): SignedCheckpoint;
}

/** PKCS#8 in base64, as `openssl genpkey -algorithm ed25519 -outform DER | base64 -w0` prints it. Never shows it. */
export function checkpointKey(text: string): CheckpointKey {
  const privateKey = readKey(() =>
    createPrivateKey({ key: Buffer.from(text.trim(), 'base64'), format: 'der', type: 'pkcs8' }),
  );
  const publicKey = createPublicKey(privateKey);
  const id = keyId(publicKey);
  return {
    id,
    publicKey,
    sign: (checkpoint) => ({
      ...checkpoint,
      key_id: id,
      signature: sign(null, Buffer.from(checkpointText(checkpoint)), privateKey).toString('base64'),
    }),
  };
}

/** SPKI in base64, as the registry publishes it. */
export function checkpointPublicKey(text: string): KeyObject {
  return readKey(() =>
    createPublicKey({ key: Buffer.from(text.trim(), 'base64'), format: 'der', type: 'spki' }),
  );
}

export function publicKeyText(key: KeyObject): string {
  return spki(key).toString('base64');
}

export function keyId(key: KeyObject): string {
  return createHash('sha256').update(spki(key)).digest('hex').slice(0, 16);
}

export function isSignedBy(key: KeyObject, checkpoint: SignedCheckpoint): boolean {
  const text = Buffer.from(checkpointText(checkpoint));
  return verify(null, text, key, Buffer.from(checkpoint.signature, 'base64'));
}

function spki(key: KeyObject): Buffer {
  return key.export({ format: 'der', type: 'spki' });
}

function readKey(read: () => KeyObject): KeyObject {
  try {
    const key = read();
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
  }
  throw new CoppiceError('bad-value', 'not an ed25519 key in base64', {
    hint: 'make one with: openssl genpkey -algorithm ed25519 -outform DER | base64 -w0',
  });
}
