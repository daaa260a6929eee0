/*
 * Which reader reads the counters of which agent, by the format that its record names.
 */

import type { ImportedUsage } from './import.js';
import { readClaudeUsage } from './import-claude.js';
import { readHermesUsage } from './import-hermes.js';

/** A reader gives undefined when the text is not of its format. */
export const counterReaders = {
  'claude-skill-usage': readClaudeUsage,
  'hermes-usage': readHermesUsage,
} as const satisfies Readonly<Record<string, (text: string) => ImportedUsage | undefined>>;
