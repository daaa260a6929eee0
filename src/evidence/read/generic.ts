/*
 * Transcripts in the shape that is documented for any agent (generic-line.ts). A file belongs to one agent. What has
 * no id is told apart by its moment, and by how many like it came before at that moment.
 */

import { parseJson } from '../../text/json.js';
import { isCount, isObject, isTime } from '../../text/shape.js';
import { defaultAgent, genericAgent, genericObservations, isGenericType } from './generic-line.js';
import { isText, timeIn } from './line-field.js';
import type { LineFormat } from './reader.js';

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
          session: isText(session) ? session : name.replace(/\.jsonl$/, ''),
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
