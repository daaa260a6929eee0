/*
 * Text that somebody hands over to be written. A string can hold half a character, and no file in UTF-8 can.
 */

import { isWritable } from '../../text/edit/yaml/write.js';
import { CoppiceError } from '../../text/errors.js';

export function refuseHalfCharacter(text: string): void {
  if (isWritable(text)) return;
  throw new CoppiceError('bad-value', 'the text has half a character in it (an unpaired surrogate)', {
    hint: 'give the whole character, or leave it out',
  });
}
