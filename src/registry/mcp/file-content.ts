/*
 * A file as text where nothing of it is lost by that, else as its bytes: whoever gets it can check its digest either way.
 */

import { decodeUtf8, isUtf8 } from '../../skill/text.js';

export function fileContent(bytes: Uint8Array): string | Uint8Array {
  return isUtf8(bytes) && !bytes.includes(0) ? decodeUtf8(bytes) : bytes;
}
