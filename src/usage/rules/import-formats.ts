/*
 * The readers of agents' counters, by the format that the record of an agent names.
 */

import type { ImportedUsage } from './import.js';
import { readClaudeUsage } from './import-claude.js';
import { readHermesUsage } from './import-hermes.js';

/** A reader returns undefined when the text is not in its format. */
export const counterReaders = {
  'claude-skill-usage': readClaudeUsage,
  'hermes-usage': readHermesUsage,
} as const satisfies Readonly<Record<string, (text: string) => ImportedUsage | undefined>>;
