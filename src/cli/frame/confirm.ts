/*
 * Asks a person before something is done; `--yes` answers for them.
 */

import { promptLine } from '../../system/terminal/prompt.js';
import { CoppiceError } from '../../text/errors.js';
import { printable } from '../../text/printable.js';

/** The hint says what the command would do, for those who cannot be asked. */
export async function confirmed(
  input: { isOn(flag: 'yes'): boolean },
  { question, hint }: { readonly question: string; readonly hint: string },
): Promise<boolean> {
  if (input.isOn('yes')) return true;
  const answer = await promptLine(`${printable(question)} [y/N] `);
  if (answer === undefined) throw new CoppiceError('usage', 'without a terminal this needs --yes', { hint });
  return /^\s*y(?:es)?\s*$/i.test(answer);
}
