/*
 * What is wrong with commands and bundles. None of it keeps another command from working.
 */

import type { PlacedDiagnostic } from '../read/entry-diagnostic.js';

export interface CommandDiagnostic extends Omit<PlacedDiagnostic, 'code'> {
  readonly code: keyof typeof commandCodes;
}

/** Every code, with what it means. */
export const commandCodes = {
  'no-command': 'The name gives no command, so the skill is invoked by its id.',
  'command-reserved': 'Agents keep the command for themselves, so the skill is invoked by its id.',
  'command-taken': 'A bundle or an earlier skill has the command, so this one is invoked by its id.',
  'bundle-unreadable': 'A file of bundles/ is no bundle, so it gives no command.',
} as const;
