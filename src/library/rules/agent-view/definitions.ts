/*
 * A definition is a file that defines a subagent or a command of an agent. Which of them the agent really sees, by its
 * record and its settings, and why it does not see the others.
 */

import type { Agent, DefinitionFolder, DefinitionKind } from '../../../agents/agent.js';
import { type TrustFacts, whyUntrusted } from './agent-trust.js';

export interface FoundDefinition {
  readonly name: string;
  readonly description: string;
  /** Absolute. */
  readonly path: string;
  /** The folder of the agent's record in which it was found. */
  readonly folder: DefinitionFolder;
}

export interface DefinitionsView {
  readonly sees: readonly SeenDefinition[];
  readonly hidden: readonly UnseenDefinition[];
}

export interface SeenDefinition {
  readonly name: string;
  readonly path: string;
}

export interface UnseenDefinition extends SeenDefinition {
  readonly reason: 'untrusted' | 'switched-off' | 'shadowed';
  readonly message: string;
  /** The definition of the same name that is loaded instead. */
  readonly instead: string | null;
}

/** Takes the strongest first. Null where it is not known that the agent has definitions of the kind. */
export function definitionsView(
  agent: Agent,
  kind: DefinitionKind,
  found: readonly FoundDefinition[],
  facts: TrustFacts,
): DefinitionsView | null {
  const rules = agent.definitions?.[kind];
  if (rules === undefined) return null;
  const seen = new Map<string, SeenDefinition>();
  const hidden: UnseenDefinition[] = [];
  for (const { name, path, folder } of found) {
    const hide = (reason: UnseenDefinition['reason'], message: string, instead: string | null = null) =>
      hidden.push({ name, path, reason, message, instead });
    const untrusted = whyUntrusted(agent, facts, folder);
    const turned = rules.switchOf?.(facts.documents, name);
    const other = seen.get(name);
    if (untrusted !== undefined) hide('untrusted', untrusted);
    else if (turned?.state === 'off')
      hide('switched-off', `it is turned off by ${turned.setting} in ${turned.file}`);
    else if (other !== undefined)
      hide('shadowed', `another ${kind} of the same name takes precedence`, other.path);
    else seen.set(name, { name, path });
  }
  return { sees: [...seen.values()].sort((a, b) => (a.name < b.name ? -1 : 1)), hidden };
}
