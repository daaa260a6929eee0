/*
 * Files that are made to hold keys, by name, and by content where the name says too little.
 */

import type { PreparedFile } from '../prepare.js';
import { isExample } from './example.js';

/** The rest of a sentence "The file is ...". */
export function keyStoreKind({ path, text }: Pick<PreparedFile, 'path' | 'text'>): string | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (/\.(?:p12|pfx|jks|keystore|kdbx?|ppk|ovpn)$/i.test(name)) return 'a store of keys';
  if (/^id_(?:rsa|dsa|ecdsa|ed25519)$/.test(name)) return 'a private key of SSH';
  if (/\.(?:pem|key)$/i.test(name) && text.includes('PRIVATE KEY')) return 'a private key';
  if (/^\.env(?:\.|$)/.test(name) && !/example|sample|template|dist|test/i.test(name))
    return hasSetValue(
      text,
      /^(?:export )?\w{1,80}(?:KEY|TOKEN|SECRET|PASS(?:WORD)?|CREDENTIALS?)=(.{0,400})$/gim,
    )
      ? 'an environment file with credentials'
      : undefined;
  if (/(?:^|\/)\.aws\/credentials$/.test(path)) return 'the credentials of a cloud account';
  if (
    /\.json$/i.test(name) &&
    /"type"\s{0,8}:\s{0,8}"service_account"/.test(text) &&
    text.includes('PRIVATE KEY')
  )
    return 'the key of a service account';
  if (name === '.npmrc' && hasSetValue(text, /_authToken=(.{0,400})$/gm)) return 'a login to a registry';
  if (/^[._]netrc$/.test(name) && hasSetValue(text, /\bpassword\s{1,8}(\S{1,400})/g))
    return 'a list of logins';
  if (name === '.pypirc' && hasSetValue(text, /^password\s{0,8}[=:](.{0,400})$/gm))
    return 'a login to a registry';
  return undefined;
}

function hasSetValue(text: string, assignment: RegExp): boolean {
  return [...text.matchAll(assignment)].some(({ 1: value = '' }) => {
    const bare = value.trim().replace(/^["']|["']$/g, '');
    return bare.length >= 6 && !/^[$<{]/.test(bare) && !isExample(bare);
  });
}
