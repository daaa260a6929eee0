/*
 * How often each thing must have been counted: what was acknowledged exactly once, what was killed once or not at all.
 */

export type CountedKind = 'useCount' | 'viewCount' | 'patchCount';
export const countedKinds = ['useCount', 'viewCount', 'patchCount'] as const satisfies CountedKind[];

export interface Bounds {
  readonly least: number;
  readonly most: number;
}

export interface Counters {
  add(skill: string, kind: CountedKind, outcome: 'acknowledged' | 'unknown'): void;
  bounds(skill: string, kind: CountedKind): Bounds;
  skills(): readonly string[];
}

export function newCounters(): Counters {
  const counts = new Map<string, Record<CountedKind, Bounds>>();
  const none = { least: 0, most: 0 };
  const of = (skill: string) => counts.get(skill) ?? { useCount: none, viewCount: none, patchCount: none };
  return {
    add: (skill, kind, outcome) => {
      const known = of(skill);
      const { least, most } = known[kind];
      const bounds = { least: least + (outcome === 'acknowledged' ? 1 : 0), most: most + 1 };
      counts.set(skill, { ...known, [kind]: bounds });
    },
    bounds: (skill, kind) => of(skill)[kind],
    skills: () => [...counts.keys()],
  };
}
