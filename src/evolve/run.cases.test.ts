import { expect, test } from 'vitest';
import { EvolveWorld, end, type GivenSkill, outcomes, start } from './evolve.world.js';
import { hardCapCharacters } from './rules/note/size.js';
import type { EvolveOptions } from './run.js';

/*
 * What an unattended run has to do, each under the words by which the case is known. Those of guarded writing are in
 * gate/, those of proposals in review/.
 */

const bothFlags = { applyLowRisk: true, approveAutoApply: true };
const allowing = (...allow: readonly string[]) => ({
  names: { protectCore: true, coreSkills: ['core-*'], allow, block: [] },
});

interface Case {
  readonly skills?: Readonly<Record<string, GivenSkill>>;
  /** Other files of the machine. */
  readonly files?: Readonly<Record<string, string>>;
  /** Skills that failed, and how often; each of the given ones three times by default. */
  readonly failures?: Readonly<Record<string, number>>;
  readonly options?: Partial<EvolveOptions>;
  readonly expected: Readonly<Record<string, string>>;
}

/** Whatever was not applied has the bytes it had. */
async function check({ skills = { deploy: {} }, files = {}, failures, options, expected }: Case) {
  const world = new EvolveWorld(skills);
  for (const [path, text] of Object.entries(files)) world.put(path, text);
  const often = Object.fromEntries(Object.keys(skills).map((name) => [name, 3]));
  for (const [name, count] of Object.entries(failures ?? often)) world.fails(name, { count });
  const before = { ...world.tree('/home/skills'), ...world.tree('/team') };
  expect(outcomes(await world.run({ ...bothFlags, ...options }))).toEqual(expected);
  const after = { ...world.tree('/home/skills'), ...world.tree('/team') };
  const changed = Object.keys(after).filter((path) => after[path] !== before[path]);
  const applied = Object.keys(expected).filter((name) => expected[name] === 'applied');
  expect(changed).toEqual(applied.map((name) => `/home/skills/${name}/SKILL.md`));
}

test.each<[string, Case]>([
  [
    'refuses apply without auto approval',
    { options: { approveAutoApply: false }, expected: { deploy: 'planned auto-approval-required' } },
  ],
  [
    'skips pinned even with auto approval',
    { skills: { deploy: { extra: 'pinned: true\n' } }, expected: { deploy: 'skipped pinned-skill' } },
  ],
  [
    'skips when the skill already exceeds the hard cap',
    {
      skills: { deploy: { body: 'x'.repeat(hardCapCharacters) } },
      expected: { deploy: 'skipped skill-content-hard-cap' },
    },
  ],
  [
    'auto-apply skips core by default but applies non-core',
    {
      skills: { 'core-shell': {}, deploy: {} },
      expected: { 'core-shell': 'skipped core-skill-auto-apply-protected', deploy: 'applied' },
    },
  ],
  [
    'an allowlist can explicitly permit one core skill',
    {
      skills: { 'core-shell': {}, 'core-web': {} },
      options: allowing('core-shell'),
      expected: { 'core-shell': 'applied', 'core-web': 'skipped auto-apply-not-allowlisted' },
    },
  ],
  [
    'skips a skill of the bundled manifest even if allowlisted',
    {
      files: { '/home/skills/.bundled_manifest': 'deploy:1\n' },
      options: allowing('deploy'),
      expected: { deploy: 'skipped source-not-agent-created' },
    },
  ],
  [
    'skips a hub-installed skill',
    {
      files: { '/home/skills/.hub/lock.json': '{"installed": {"deploy": {}}}' },
      options: allowing('deploy'),
      expected: { deploy: 'skipped source-not-agent-created' },
    },
  ],
  [
    'skips a skill of an external folder (external_dirs)',
    {
      skills: {},
      files: {
        '/home/config.toml': '[[library.external_dirs]]\npath = "/team"\nlabel = "team"\n',
        '/team/ours/SKILL.md': '---\nname: ours\ndescription: Ours.\n---\n\nDo it.\n',
      },
      failures: { 'team:ours': 3 },
      options: allowing('ours'),
      expected: { 'team:ours': 'skipped source-not-agent-created' },
    },
  ],
])('auto-run: %s', async (_, given) => {
  await check(given);
});

test('auto-run: a low-risk update preserves the existing text and appends, with a backup', async () => {
  const world = new EvolveWorld({ deploy: {} });
  world.fails('deploy', { result: 'no such host' });
  const before = world.text('deploy');
  const { summary, candidates } = await world.apply();
  expect(summary.applied).toBe(1);
  const text = world.text('deploy');
  expect(text.startsWith(before)).toBe(true);
  const block = text.slice(before.length);
  expect(block).toMatch(new RegExp(`^\\n${start}\\n[^]*no such host[^]*\\n${end}\\n$`));
  const [entry] = world.entries();
  expect(entry?.id).toBe(candidates[0]?.apply?.entry);
  expect(world.text(`/home/blobs/${entry?.files[0]?.before?.sha256}`)).toBe(before);
});

test('auto-run: spills the evidence of a skill near the limit to a reference file', async () => {
  const world = new EvolveWorld({ near: { body: `${'x'.repeat(98_500)}\n` } });
  const faults = Array.from({ length: 10 }, (_, index) => `fault ${index}: ${'long '.repeat(40)}`);
  for (const [index, fault] of faults.entries()) world.fails('near', { count: 12 - index, result: fault });
  const { candidates } = await world.apply();
  expect(candidates).toMatchObject([{ status: 'applied', sizeStrategy: 'reference-spillover' }]);
  const text = world.text('near');
  expect([...text].length).toBeLessThanOrEqual(hardCapCharacters);
  const [, reference = ''] = /All lines are in `(.+)`/.exec(text) ?? [];
  expect(reference).toBe('references/coppice-auto-near.md');
  const spilled = world.text(`/home/skills/near/${reference}`);
  for (const fault of ['fault 1:', 'fault 9:']) {
    expect(spilled).toContain(fault);
    expect(text).not.toContain(fault);
  }
});

test('auto-run: variants apply uses the winner only', async () => {
  const world = new EvolveWorld({ near: { body: `${'x'.repeat(89_000)}\n` } });
  for (const fault of 'abcdefgh') world.fails('near', { result: `${fault.repeat(3)} ${'long '.repeat(40)}` });
  const planned = (await world.run({ variants: 4 })).candidates[0];
  const winners = planned?.variants?.filter(({ selected }) => selected) ?? [];
  expect(winners).toMatchObject([{ name: planned?.selectedVariant?.name }]);
  await world.apply({ variants: 4 });
  const text = world.text('near');
  expect(text.split(start)).toHaveLength(2);
  expect([...text].length).toBe(winners[0]?.contentChars);
  expect(new Set(planned?.variants?.map(({ contentChars }) => contentChars)).size).toBeGreaterThan(1);
});

test('semantic: does not select skills without the evidence threshold', async () => {
  const world = new EvolveWorld({ deploy: {}, seldom: {} });
  world.fails('deploy');
  world.fails('seldom', { count: 2 });
  const asked: string[] = [];
  const embed = async (texts: readonly string[]) => {
    asked.push(...texts);
    return texts.map(() => Float32Array.of(1, 0));
  };
  const models = {
    embedder: async () => ({ name: 'stub', embed }),
    reranker: () => Promise.reject(new Error('none')),
    textLimit: 512,
  };
  const { selection, candidates } = await world.run({ semantic: true }, { models });
  expect(selection).toMatchObject({ mode: 'semantic', eligible: 1 });
  expect(candidates.map(({ skill }) => skill)).toEqual(['home:deploy']);
  expect(asked.join()).toContain('deploy');
  expect(asked.join()).not.toContain('seldom');
});

test('semantic: a failing backend is reported as unavailable, and the run goes on by the evidence', async () => {
  const world = new EvolveWorld({ deploy: {} });
  world.fails('deploy');
  const { selection, summary } = await world.apply({ semantic: true });
  expect(selection).toMatchObject({ mode: 'semantic-unavailable', fallback: 'deterministic-evidence' });
  expect(summary.applied).toBe(1);
});
