import { join } from 'node:path';
import { expect, test } from 'vitest';
import { setFacts } from '../../src/library/write/facts.js';
import { writeDepsOf } from '../../src/library/write/write-target.js';
import { fixedClock } from '../../src/system/clock.js';
import { nodeFiles } from '../../src/system/disk/node-disk.js';
import { McpWorld } from './mcp-world.js';

/** A library whose `pdf-join` was merged into `pdf`. */
async function merged(): Promise<McpWorld> {
  const world = new McpWorld();
  world.skill('pdf', { body: '# pdf\n\n## pdf-join\n\nJoin them.\n' });
  const { usage } = world.library().reading;
  const root = join(world.home, 'skills');
  const options = { files: nodeFiles, clock: fixedClock(0), home: world.home };
  const deps = writeDepsOf(options, usage);
  const folder = join(root, 'pdf-join');
  const target = {
    id: 'home:pdf-join',
    name: 'pdf-join',
    root: { label: 'home', path: root, kind: 'home' as const, trusted: true },
    folder,
  };
  const value = { into: 'home:pdf', digest: null, folder, sources: ['home:pdf-join'] };
  const [outcome] = await setFacts(
    deps,
    [{ target, action: 'absorb', key: 'absorbed_into', value, reason: undefined }],
    { actor: 'user', run: 'r' },
  );
  expect(outcome?.kind).toBe('recorded');
  return world;
}

test('skill_view takes the old name of a merged skill, and says what became of it', async () => {
  const { answerOf } = await (await merged()).agent();
  for (const name of ['pdf-join', 'home:pdf-join']) {
    const answer = await answerOf('skill_view', { name });
    expect(answer).toMatchObject({ id: 'home:pdf', body: expect.stringContaining('Join them.') });
    expect(JSON.stringify(answer)).toContain('was merged into home:pdf');
  }
});

test('the prompt of an old name is that of the new skill, and says which section to follow', async () => {
  const { client } = await (await merged()).agent();
  const { messages } = await client.getPrompt({ name: 'pdf-join' });
  const said = '[The skill \\"pdf-join\\" was merged into \\"pdf\\": follow its section pdf-join.]';
  expect(JSON.stringify(messages)).toContain(said);
});

test('the resources of an old name are those of the new skill, and say so', async () => {
  const world = await merged();
  world.put('.coppice/skills/pdf/references/pdf-join/scripts/join.sh', 'join "$@"\n');
  const { client } = await world.agent();
  const read = async (path: string) =>
    (await client.readResource({ uri: `skill://home/pdf-join/${path}` })).contents[0];
  const text = JSON.stringify(await read('SKILL.md'));
  expect(text).toContain('---\\nname: pdf\\n');
  expect(text).toContain('was merged into \\"pdf\\": follow its section pdf-join.]');
  expect(JSON.stringify(await read('scripts/join.sh'))).toContain('join \\"$@\\"');
  await expect(read('scripts/gone.sh')).rejects.toThrow();
  await expect(client.readResource({ uri: 'skill://claude/pdf-join/SKILL.md' })).rejects.toThrow();
  const own = await client.readResource({ uri: 'skill://home/pdf/SKILL.md' });
  expect(JSON.stringify(own)).not.toContain('was merged');
});
