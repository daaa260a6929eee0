/*
 * A file of a bundle as an answer. Whoever published it chose its bytes, so a browser must never run them: text is only
 * ever plain text, everything else is to be saved, and neither may do anything.
 */

import type { BundleFile } from '../../bundle/read-bundle.js';
import type { Answer } from './handler.js';

export function fileAnswer({ bytes, digest }: BundleFile): Answer {
  const headers = { 'content-security-policy': "default-src 'none'; sandbox" };
  return isText(bytes)
    ? { bytes, etag: digest, headers, mediaType: 'text/plain; charset=utf-8' }
    : { bytes, etag: digest, headers: { ...headers, 'content-disposition': 'attachment' } };
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function isText(bytes: Uint8Array): boolean {
  if (bytes.includes(0)) return false;
  try {
    utf8.decode(bytes);
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
