/*
 * Refuses an upload that would cost much more to parse than its size: of very many parts, or with very long headers. The
 * parser gets a content-type with nothing but the boundary that was checked here.
 */

import { CoppiceError } from '../../../text/errors.js';

const maxHeaderBytes = 4_096;

/** Returns the content-type for the parser. */
export function refuseCostlyForm(bytes: Buffer, contentType: string, maxParts: number): string {
  const boundary = /;\s*boundary=(?:"([^"\\]{1,70})"|([^\s";,]{1,70}))\s*(?:;|$)/i.exec(contentType);
  const name = boundary?.[1] ?? boundary?.[2];
  if (name === undefined || !/^[\w'()+,./:=? -]+$/.test(name))
    throw new CoppiceError('bad-value', 'the content-type has no valid boundary');
  const delimiter = `--${name}`;
  let parts = 0;
  for (let at = bytes.indexOf(delimiter); at !== -1; at = bytes.indexOf(delimiter, at + delimiter.length)) {
    const start = at + delimiter.length;
    if (bytes.toString('latin1', start, start + 2) === '--') break;
    parts += 1;
    if (parts > maxParts) throw new CoppiceError('too-large', `the body has more than ${maxParts} parts`);
    if (!bytes.subarray(start, start + maxHeaderBytes).includes('\r\n\r\n'))
      throw new CoppiceError('bad-value', `the headers of a part do not end within ${maxHeaderBytes} bytes`);
  }
  return `multipart/form-data; boundary="${name}"`;
}
