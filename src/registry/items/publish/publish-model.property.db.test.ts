import fc from 'fast-check';
import semver from 'semver';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestRegistry, testRegistry } from '../../registry.fixture.js';
import { moveItem } from '../lifecycle/item-state.js';
import { yankVersion } from '../lifecycle/version-state.js';
import { type Publishing, publishingIn, refusalOf } from './publishing.fixture.js';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await testRegistry();
});
afterAll(() => registry.close());

const versions = ['1.0.0', '1.0.1', '2.0.0-beta.1', '2.0.0'] as const;

type Step =
  | { readonly act: 'publish'; readonly version: string; readonly body: string }
  | { readonly act: 'yank' | 'unyank'; readonly version: string }
  | { readonly act: 'archive' | 'unarchive' | 'flag' | 'unflag' };

const version = fc.constantFrom(...versions);
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        act: fc.constant('publish' as const),
        version,
        body: fc.constantFrom('one', 'two'),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ act: fc.constantFrom('yank' as const, 'unyank' as const), version }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ act: fc.constantFrom('archive', 'unarchive', 'flag', 'unflag' as const) }),
    },
  ),
  { minLength: 4, maxLength: 14 },
);

/** The simplest model of an item. */
class Model {
  state = 'none';
  readonly used = new Map<string, { readonly body: string; yanked: boolean }>();
  readonly audited: string[] = [];

  /** Returns the code of the refusal, or the outcome. */
  apply(step: Step): string {
    switch (step.act) {
      case 'publish': {
        const existing = this.used.get(step.version);
        if (existing?.body === step.body) return 'unchanged';
        if (existing !== undefined || this.state === 'archived') return 'conflict';
        this.state = 'published';
        this.used.set(step.version, { body: step.body, yanked: false });
        return this.#audit('version.publish', 'published');
      }
      case 'yank':
      case 'unyank': {
        const existing = this.used.get(step.version);
        if (existing === undefined) return 'not-found';
        if (existing.yanked === (step.act === 'yank')) return 'done';
        existing.yanked = step.act === 'yank';
        return this.#audit(`version.${step.act}`, 'done');
      }
      default: {
        if (this.state === 'none') return 'not-found';
        if (step.act === 'flag' && this.state === 'archived') return 'conflict';
        const next = { archive: 'archived', unarchive: 'published', flag: 'flagged', unflag: 'published' }[
          step.act
        ];
        const isUndo = step.act === 'unarchive' || step.act === 'unflag';
        const undone = step.act === 'unarchive' ? 'archived' : 'flagged';
        if (this.state === next || (isUndo && this.state !== undone)) return 'done';
        this.state = next;
        return this.#audit(`item.${step.act}`, 'done');
      }
    }
  }

  latest(): string | null {
    const offered = [...this.used].filter(([, { yanked }]) => !yanked).map(([number]) => number);
    return semver.maxSatisfying(offered, '*') ?? semver.rsort(offered)[0] ?? null;
  }

  #audit(action: string, outcome: string): string {
    this.audited.push(action);
    return outcome;
  }
}

async function apply({ publish, admin }: Publishing, step: Step): Promise<string> {
  const name = { kind: 'skill', slug: 'lib' } as const;
  let outcome = 'done';
  const run = async () => {
    if (step.act === 'publish') {
      ({ outcome } = await publish(`lib@${step.version}`, { body: step.body }));
    } else if (step.act === 'yank' || step.act === 'unyank') {
      const undo = step.act === 'unyank';
      await yankVersion(registry, admin, name, { version: step.version, reason: 'why', undo });
    } else await moveItem(registry, admin, name, step.act, '');
  };
  const refusal = await refusalOf(run());
  return refusal === 'no refusal' ? outcome : (refusal.split(':')[0] ?? '');
}

test('publish, yank, archive and flag, in any order, do what the model does', async () => {
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      runs += 1;
      const publishing = await publishingIn(registry, `model-${runs}`);
      const model = new Model();
      for (const step of taken) {
        expect(await apply(publishing, step), JSON.stringify(step)).toBe(model.apply(step));
        const item = await publishing.item('lib');
        expect(item?.state ?? 'none').toBe(model.state);
        expect(item?.version ?? null).toBe(model.latest());
      }
      for (const number of versions) {
        const stored = await publishing.version(`lib@${number}`);
        expect(stored && stored.yanked !== null).toBe(model.used.get(number)?.yanked);
      }
      expect((await publishing.audit()).map((line) => line.split(' ')[0])).toEqual(model.audited);
    }),
    { numRuns: 12 },
  );
});
