/*
 * Which reader reads what. A new agent is a line here, one in sources.ts and a reader (docs/agents.md).
 */

import { claudeFormat } from './claude.js';
import { codexFormat } from './codex.js';
import type { DatabaseFormat } from './foreign-database.js';
import { geminiDocument } from './gemini.js';
import { genericFormat } from './generic.js';
import { hermesDocument } from './hermes.js';
import { hermesState } from './hermes-state.js';
import { opencodeDatabase } from './opencode.js';
import type { AgentName, DocumentReader, LineFormat } from './reader.js';

export interface AgentFormats {
  readonly lines?: LineFormat;
  readonly document?: DocumentReader;
  readonly database?: DatabaseFormat;
}

export const formats: Readonly<Record<AgentName, AgentFormats>> = {
  claude: { lines: claudeFormat },
  codex: { lines: codexFormat },
  gemini: { document: geminiDocument },
  opencode: { database: opencodeDatabase },
  hermes: { document: hermesDocument, database: hermesState },
  generic: { lines: genericFormat },
};
