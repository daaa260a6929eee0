/*
 * An agent on this machine: whether it is used here, its settings, and the folders that it reads skills from.
 */

import type { Agent, DefinitionKind } from '../../agents/agent.js';
import type { AgentName } from '../../agents/index.js';
import { configurationFolder } from '../../agents/locate.js';
import type { Files } from '../../system/files.js';
import { unlessRefused } from '../../text/errors.js';
import { type ReadSettings, readAgentSettings, readTrustFiles } from '../read/agent-settings.js';
import { findDefinitions } from '../read/definitions-find.js';
import type { FoundDefinition } from '../rules/agent-view/definitions.js';
import type { ReadFolder } from '../rules/found-skill.js';
import { type FolderFacts, readFolders } from './agent-folders.js';

/** What it takes to know which skills the agent reads. */
export interface ReadingAgent extends ReadSettings {
  readonly agent: Agent<AgentName>;
  /** Whether it is used on this machine. */
  readonly present: boolean;
  /** The strongest first. */
  readonly roots: readonly ReadFolder[];
}

export interface InspectedAgent extends ReadingAgent {
  readonly definitions: Readonly<Record<DefinitionKind, readonly FoundDefinition[]>>;
}

export function inspectAgent(
  files: Files,
  agent: Agent<AgentName>,
  facts: Omit<FolderFacts, 'documents'>,
): InspectedAgent {
  const { machine, projectFolders } = facts;
  const ofKind = (kind: DefinitionKind) => findDefinitions(files, agent, kind, machine, projectFolders);
  return {
    ...readingAgent(files, agent, facts),
    definitions: { agent: ofKind('agent'), command: ofKind('command') },
  };
}

export function readingAgent(
  files: Files,
  agent: Agent<AgentName>,
  facts: Omit<FolderFacts, 'documents'>,
): ReadingAgent {
  const { machine, projectFolders } = facts;
  const { documents: settings, unreadable } = readAgentSettings(files, agent, machine, projectFolders);
  const documents = [...settings, ...readTrustFiles(files, agent, machine, projectFolders)];
  const folder = configurationFolder(agent, machine);
  return {
    agent,
    present: unlessRefused(() => files.stat(folder))?.kind === 'folder',
    roots: readFolders(files, agent, { ...facts, documents }),
    documents,
    unreadable,
  };
}

/** The path as given, and with links resolved where that differs. */
export function withRealPath(files: Pick<Files, 'realPath'>, path: string): readonly string[] {
  return [...new Set([path, unlessRefused(() => files.realPath(path)) ?? path])];
}
