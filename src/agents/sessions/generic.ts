/*
 * Transcripts in the shape that is documented for any agent (generic-line.ts). A file belongs to one agent. What has
 * no id is told apart by its moment, and by how many like it came before at that moment.
 */

import { parseJson } from '../../text/json.js';
import { isCount, isName, isObject, isOneOf, isTime } from '../../text/shape.js';
import { isNonEmptyText, timeIn } from './fields.js';
import { scopedKey } from './keys.js';
import type { Observation } from './observation.js';
import type { LineFormat } from './reader.js';

/*
 * The shape in which any other agent may tell what happened: one JSON object per line of a file, or one as the payload
 * of a hook. It is meant to be written by others, so it stays small, and keys that are not known are let through.
 */

type GenericLine = GenericAttribution &
  (
    | ({
        readonly type: 'call';
        readonly tool: string;
        readonly args?: unknown;
        /** The skill behind the call, where the agent knows it. */
        readonly skill?: string;
      } & GenericOutcome)
    | ({ readonly type: 'result'; readonly id: string } & GenericOutcome)
    | { readonly type: 'prompt'; readonly text: string }
    | { readonly type: 'reply'; readonly text: string }
    | { readonly type: 'load'; readonly skill: string; readonly folder?: string }
    | { readonly type: 'end' }
  );

interface GenericAttribution {
  /** 1 when it is left out. */
  readonly version?: number;
  readonly agent?: string;
  readonly session?: string;
  /** Of a subagent. */
  readonly thread?: string;
  /** Of the call, the prompt or the load; of a result, that of its call. */
  readonly id?: string;
  /** ISO, or milliseconds since the epoch. */
  readonly at?: string | number;
}

/** A call that has come back when it is told carries these itself, and needs no line for its result. */
interface GenericOutcome {
  readonly output?: unknown;
  readonly isError?: boolean;
  readonly durationMs?: number;
}

interface GenericContext {
  readonly session: string;
  readonly at: number;
  /** How many like it came before at the same moment, for what has no id. */
  countBefore(likeness: string): number;
}

export const defaultAgent = 'generic';

const lineTypes = [
  'call',
  'result',
  'prompt',
  'reply',
  'load',
  'end',
] as const satisfies GenericLine['type'][];

function isGenericType(type: unknown): type is GenericLine['type'] {
  return isOneOf(lineTypes, type);
}

/** Undefined when the line lacks what its type needs, or only a newer version can read it. */
export function genericObservations(
  line: Readonly<Record<string, unknown>>,
  context: GenericContext,
): readonly Observation[] | undefined {
  const { type, version, thread, id, tool, args, text, skill, folder } = line;
  if (!isGenericType(type) || (version !== undefined && version !== 1)) return undefined;
  const { session, at } = context;
  const place = { session, at, ...(isNonEmptyText(thread) && { thread }) };
  const key = () => {
    if (isNonEmptyText(id)) return scopedKey(session, id);
    const likeness = JSON.stringify([session, place.thread, type, at, isNonEmptyText(tool) ? tool : '']);
    return `${likeness}#${context.countBefore(likeness)}`;
  };
  switch (type) {
    case 'call': {
      if (!isNonEmptyText(tool)) return undefined;
      const declared = isNonEmptyText(skill) && { declared: skill };
      const call = { type, ...place, key: key(), tool, args: args ?? {}, ...declared };
      const hasResult = line['output'] !== undefined || typeof line['isError'] === 'boolean';
      return hasResult ? [call, { type: 'result', ...place, key: call.key, ...outcomeIn(line) }] : [call];
    }
    case 'result':
      return isNonEmptyText(id) ? [{ type, ...place, key: key(), ...outcomeIn(line) }] : undefined;
    case 'prompt':
      return isNonEmptyText(text) ? [{ type, ...place, key: key(), text }] : undefined;
    case 'reply':
      return isNonEmptyText(text) ? [{ type, ...place, text }] : undefined;
    case 'load': {
      if (!isNonEmptyText(skill)) return undefined;
      return [
        { type, ...place, key: key(), skill: { name: skill, ...(isNonEmptyText(folder) && { folder }) } },
      ];
    }
    case 'end':
      return [{ type, ...place }];
    default:
      return type satisfies never;
  }
}

/** Whose line it is; undefined when it does not say. */
export function genericAgent(line: unknown): string | undefined {
  const agent = isObject(line) ? line['agent'] : undefined;
  return isName(agent) && agent.length <= 64 ? agent : undefined;
}

function outcomeIn({ output, isError, durationMs }: Readonly<Record<string, unknown>>) {
  return {
    output,
    ...(typeof isError === 'boolean' && { isError }),
    ...(isCount(durationMs) && { durationMs }),
  };
}

export const genericFormat: LineFormat = {
  begin({ name, mtimeMs }, memory) {
    const remembered = isObject(memory) ? memory : {};
    let last = isTime(remembered['at']) ? remembered['at'] : undefined;
    let counts = countsIn(remembered['counts']);
    return {
      line(text) {
        const line = parseJson(text);
        if (!isObject(line)) return undefined;
        if (!isGenericType(line['type'])) return [];
        const at = timeIn(line['at']) ?? (last === undefined ? Math.trunc(mtimeMs) : last + 1);
        if (at !== last) counts = new Map();
        last = at;
        const { session } = line;
        return genericObservations(line, {
          session: isNonEmptyText(session) ? session : name.replace(/\.jsonl$/, ''),
          at,
          countBefore(likeness) {
            const count = counts.get(likeness) ?? 0;
            counts.set(likeness, count + 1);
            return count;
          },
        });
      },
      memory: () => ({ at: last, counts: [...counts] }),
    };
  },
};

/** Whose transcript it is, by the first line that says so. */
export function agentOf(text: string): string {
  for (const line of text.split('\n')) {
    const agent = genericAgent(parseJson(line));
    if (agent !== undefined) return agent;
  }
  return defaultAgent;
}

function countsIn(memory: unknown): Map<string, number> {
  const counts = new Map<string, number>();
  for (const pair of Array.isArray(memory) ? memory : []) {
    const [likeness, count]: readonly unknown[] = Array.isArray(pair) ? pair : [];
    if (typeof likeness === 'string' && isCount(count)) counts.set(likeness, count);
  }
  return counts;
}
