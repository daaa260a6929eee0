/*
 * What the metadata of a Codex session says: which session it is, which one it copies or works for, where, and for whom.
 * The first metadata in a file is that of the session itself; those of copied sessions may follow.
 */

import { isObject } from '../../text/shape.js';
import type { CodexMemory } from './codex-memory.js';
import { isNonEmptyText, nameIn, pathIn } from './fields.js';
import type { Facts } from './observation.js';

type Fields = Readonly<Record<string, unknown>>;

/** Takes the metadata into the memory. Returns what is new of the session; undefined if nothing is. */
export function factsOfSession(
  meta: Fields,
  memory: CodexMemory,
): Pick<Facts, 'folder' | 'root' | 'isHeadless'> | undefined {
  const { id, session_id, forked_from_id, cwd } = meta;
  const own = isNonEmptyText(id) ? id : session_id;
  if (!isNonEmptyText(own)) return undefined;
  const isFirst = !memory.hasSession;
  const parent = isFirst ? parentIn(meta) : undefined;
  if (isFirst) {
    memory.hasSession = true;
    memory.session = own;
    memory.lineage = own;
    memory.isSubagent = parent !== undefined || isSubagent(meta);
  }
  const origin = own === memory.lineage && isNonEmptyText(forked_from_id) ? forked_from_id : undefined;
  if (origin !== undefined) memory.lineage = origin;
  const root = nameIn(parent ?? origin);
  const folder = isFirst ? pathIn(cwd) : undefined;
  const isHeadless = isFirst ? startedByProgram(meta) : undefined;
  if (root === undefined && folder === undefined && isHeadless === undefined) return undefined;
  return {
    ...(folder !== undefined && { folder }),
    ...(root !== undefined && { root }),
    ...(isHeadless !== undefined && { isHeadless }),
  };
}

function parentIn({ parent_thread_id, source }: Fields): string | undefined {
  if (isNonEmptyText(parent_thread_id)) return parent_thread_id;
  const { subagent } = isObject(source) ? source : {};
  const { thread_spawn: spawn } = isObject(subagent) ? subagent : {};
  const parent = isObject(spawn) ? spawn['parent_thread_id'] : undefined;
  return isNonEmptyText(parent) ? parent : undefined;
}

function isSubagent({ agent_role, source }: Fields): boolean {
  return isNonEmptyText(agent_role) || (isObject(source) && source['subagent'] !== undefined);
}

/** `codex exec`, and Codex as an MCP server, whose prompts are by another agent. Undefined in old versions. */
function startedByProgram({ originator, source }: Fields): boolean | undefined {
  if (typeof originator !== 'string' && typeof source !== 'string') return undefined;
  return source === 'exec' || source === 'mcp' || originator === 'codex_exec';
}
