/*
 * A patch that does not fit, explained: whoever sent it learns the lines that match, or those that come closest, and
 * can mend it without reading the file again.
 */

import { CoppiceError } from '../../text/errors.js';
import { refuseHalfCharacter } from './author-text.js';
import type { Region } from './patch-closest.js';
import { patchText, type Replacement } from './patch-text.js';

/** The bytes of the file at `path` with the text replaced. */
export function patchedBytes(path: string, source: Uint8Array, patch: Replacement): Uint8Array {
  if (patch.find === '') {
    throw new CoppiceError('bad-value', 'the text to replace is empty', {
      hint: 'give a text that is in the file',
    });
  }
  if (patch.find === patch.replace) {
    throw new CoppiceError('bad-value', 'the text and its replacement are the same', {
      hint: 'give another replacement',
    });
  }
  refuseHalfCharacter(patch.find + patch.replace);
  const outcome = patchText(source, patch);
  switch (outcome.kind) {
    case 'patched':
      return outcome.bytes;
    case 'many-matches':
      throw new CoppiceError(
        'patch-many-matches',
        `the text occurs ${outcome.lines.length} times in ${path}`,
        {
          hint: `give more of the text around it, or replace all (--all); matches start on the lines ${listed(outcome.lines)}`,
        },
      );
    case 'no-match':
      throw new CoppiceError('patch-no-match', `the text does not occur in ${path}`, {
        hint:
          outcome.closest.length === 0
            ? 'nothing in the file is like it'
            : `closest: ${outcome.closest.map(shown).join('; ')}`,
      });
    default:
      return outcome satisfies never;
  }
}

function listed(lines: readonly number[]): string {
  return lines.slice(0, 10).join(', ') + (lines.length > 10 ? ', ...' : '');
}

function shown({ startLine, endLine, text }: Region): string {
  const lines = startLine === endLine ? `line ${startLine}` : `lines ${startLine}-${endLine}`;
  return `${lines} ${JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}...` : text)}`;
}
