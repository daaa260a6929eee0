/*
 * Reads transcripts in the documented format for any agent: one JSON object per line of a file, or one as the payload of
 * a hook. The format is small, because others write it, and unknown keys are ignored. A file belongs to one agent. Lines
 * without an id are identified by their time and a count.
 */

import { parseJson } from '../../text/json.js';
import { isCount, isName, isObject, isOneOf, isTime } from '../../text/shape.js';
import { isNonEmptyText, nameIn, pathIn, timeIn, tokensIn } from './fields.js';
import { type Call, type Ended, endings, type Facts, type Observation } from './observation.js';
import type { LineFormat } from './reader.js';
import { scopedKey } from './scoped-key.js';

type GenericLine = GenericAttribution &
  (
    | ({
        readonly type: 'call';
        readonly tool: string;
        readonly args?: unknown;
        /** The skill behind the call, if the agent knows it. */
        readonly skill?: string;
        readonly model?: string;
        /** The output tokens of the message of the call, on its first call. */
        readonly tokens?: number;
      } & GenericOutcome)
    | ({ readonly type: 'result'; readonly id: string } & GenericOutcome)
    /** `queued`: typed while the agent was working. */
    | { readonly type: 'prompt'; readonly text: string; readonly queued?: boolean }
    | { readonly type: 'reply'; readonly text: string }
    | { readonly type: 'load'; readonly skill: string; readonly folder?: string }
    | { readonly type: 'interruption' }
    | {
        readonly type: 'facts';
        readonly platform?: string;
        readonly folder?: string;
        readonly root?: string;
        readonly headless?: boolean;
      }
    | { readonly type: 'end' }
  );

interface GenericAttribution {
  /** Defaults to 1. */
  readonly version?: number;
  readonly agent?: string;
  readonly session?: string;
  /** The subagent, if any. */
  readonly thread?: string;
  /** The id of the call, prompt or load; a result has the id of its call. */
  readonly id?: string;
  /** ISO, or milliseconds since the epoch. */
  readonly at?: string | number;
}

/** A call that has already returned may contain these, and then needs no result line. */
interface GenericOutcome {
  readonly output?: unknown;
  readonly isError?: boolean;
  /** The user refused or stopped the call. */
  readonly ended?: Ended;
  readonly durationMs?: number;
}

interface GenericContext {
  readonly session: string;
  readonly at: number;
  /** The number of equal observations without an id so far at the same time. */
  countBefore(signature: string): number;
}

export const defaultAgent = 'generic';

const lineTypes = [
  'call',
  'result',
  'prompt',
  'reply',
  'load',
  'interruption',
  'facts',
  'end',
] as const satisfies GenericLine['type'][];

function isGenericType(type: unknown): type is GenericLine['type'] {
  return isOneOf(lineTypes, type);
}

/** Undefined if the line lacks required fields, or has a newer version. */
export function genericObservations(
  line: Fields,
  context: GenericContext,
): readonly Observation[] | undefined {
  const { type, version, thread, id, tool, args, text, skill, folder, queued } = line;
  if (!isGenericType(type) || (version !== undefined && version !== 1)) return undefined;
  const { session, at } = context;
  const observed = { session, at, ...(isNonEmptyText(thread) && { thread }) };
  const key = () => {
    if (isNonEmptyText(id)) return scopedKey(session, id);
    const signature = JSON.stringify([session, observed.thread, type, at, isNonEmptyText(tool) ? tool : '']);
    return `${signature}#${context.countBefore(signature)}`;
  };
  switch (type) {
    case 'call': {
      if (!isNonEmptyText(tool)) return undefined;
      const call = { type, ...observed, key: key(), tool, args: args ?? {}, ...detailsIn(line) };
      const hasResult =
        line['output'] !== undefined || typeof line['isError'] === 'boolean' || isEnded(line['ended']);
      return hasResult ? [call, { type: 'result', ...observed, key: call.key, ...outcomeIn(line) }] : [call];
    }
    case 'result':
      return isNonEmptyText(id) ? [{ type, ...observed, key: key(), ...outcomeIn(line) }] : undefined;
    case 'prompt':
      return isNonEmptyText(text)
        ? [{ type, ...observed, key: key(), text, ...(queued === true && { isQueued: true }) }]
        : undefined;
    case 'reply':
      return isNonEmptyText(text) ? [{ type, ...observed, text }] : undefined;
    case 'load': {
      if (!isNonEmptyText(skill)) return undefined;
      return [
        { type, ...observed, key: key(), skill: { name: skill, ...(isNonEmptyText(folder) && { folder }) } },
      ];
    }
    case 'interruption':
      return [{ type, ...observed, key: key() }];
    case 'facts':
      return [{ type, ...observed, ...factsIn(line) }];
    case 'end':
      return [{ type, ...observed }];
    default:
      return type satisfies never;
  }
}

/** The agent that the line names, if any. */
export function genericAgent(line: unknown): string | undefined {
  const agent = isObject(line) ? line['agent'] : undefined;
  return isName(agent) && agent.length <= 64 ? agent : undefined;
}

type Fields = Readonly<Record<string, unknown>>;

function detailsIn({ skill, model, tokens }: Fields): Pick<Call, 'declared' | 'model' | 'tokens'> {
  const name = nameIn(model);
  const count = tokensIn(tokens);
  return {
    ...(isNonEmptyText(skill) && { declared: skill }),
    ...(name !== undefined && { model: name }),
    ...(count !== undefined && { tokens: count }),
  };
}

function factsIn({ platform, folder, root, headless }: Fields): Partial<Facts> {
  const system = nameIn(platform);
  const path = pathIn(folder);
  const session = nameIn(root);
  return {
    ...(system !== undefined && { platform: system }),
    ...(path !== undefined && { folder: path }),
    ...(session !== undefined && { root: session }),
    ...(typeof headless === 'boolean' && { isHeadless: headless }),
  };
}

function isEnded(ended: unknown): ended is Ended {
  return isOneOf(endings, ended);
}

function outcomeIn({ output, isError, ended, durationMs }: Fields) {
  return {
    output,
    ...(typeof isError === 'boolean' && { isError }),
    ...(isEnded(ended) && { ended }),
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
          countBefore(signature) {
            const count = counts.get(signature) ?? 0;
            counts.set(signature, count + 1);
            return count;
          },
        });
      },
      memory: () => ({ at: last, counts: [...counts] }),
    };
  },
};

/** The agent of a transcript, from the first line that names one. */
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
    const [signature, count]: readonly unknown[] = Array.isArray(pair) ? pair : [];
    if (typeof signature === 'string' && isCount(count)) counts.set(signature, count);
  }
  return counts;
}
