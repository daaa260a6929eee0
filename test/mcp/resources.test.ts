import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { SkillsClient } from '@modelcontextprotocol/client/ext/skills';
import { describe, expect, test } from 'vitest';
import { type Era, eras, McpWorld } from './mcp-world.js';

function withSkills(): McpWorld {
  const world = new McpWorld();
  world.skill('gif-search', { description: 'Finds moving pictures.', body: '# Steps\n' });
  world.put('.coppice/skills/gif-search/references/first steps.md', '# First\n');
  world.put('.coppice/skills/gif-search/references/deep/more.txt', 'deep\n');
  world.put('.coppice/skills/gif-search/assets/pixel.png', Uint8Array.from([0, 255]));
  world.put('.claude/skills/review/SKILL.md', '---\nname: review\ndescription: Reviews.\n---\nRead.\n');
  return world;
}

async function skillsOf(world: McpWorld, era: Era): Promise<{ client: Client; skills: SkillsClient }> {
  const { client } = await world.agent({ era });
  return { client, skills: new SkillsClient(client) };
}

function views(world: McpWorld, id: string): number {
  return world.library().reading.usage.get(id)?.viewCount ?? 0;
}

describe.each(eras)('in the %s protocol', (era) => {
  test('the skills of all roots are listed, each under the label of its root and its name', async () => {
    const { client, skills } = await skillsOf(withSkills(), era);
    expect(skills.supported).toBe(true);
    const listing = await skills.list();
    expect(listing.skills.map(({ uri, frontmatter }) => [uri, frontmatter])).toEqual([
      ['skill://home/gif-search/SKILL.md', { name: 'gif-search', description: 'Finds moving pictures.' }],
      ['skill://claude/review/SKILL.md', { name: 'review', description: 'Reviews.' }],
    ]);
    const { resources } = await client.listResources();
    expect(resources).toEqual([
      {
        uri: 'skill://home/gif-search/SKILL.md',
        name: 'gif-search',
        mimeType: 'text/markdown',
        description: 'Finds moving pictures.',
      },
      {
        uri: 'skill://claude/review/SKILL.md',
        name: 'review',
        mimeType: 'text/markdown',
        description: 'Reviews.',
      },
    ]);
  });

  test('skills of plugins are listed and read under the name of the plugin', async () => {
    const world = new McpWorld();
    world.put('.claude/plugins/tools/.claude-plugin/plugin.json', '{"name": "tools"}');
    const text = '---\nname: review\ndescription: Reviews.\n---\nRead.\n';
    world.put('.claude/plugins/tools/skills/review/SKILL.md', text);
    const { skills } = await skillsOf(world, era);
    const [skill] = (await skills.list()).skills;
    expect(skill?.uri).toBe('skill://tools/review/SKILL.md');
    expect(skill && (await skills.read(skill, 'skill://tools/review/SKILL.md'))).toMatchObject({
      text,
      verified: true,
    });
    expect(views(world, 'tools/review')).toBe(1);
  });

  test('every file of every skill can be read and fits its digest; only a SKILL.md counts, as a view', async () => {
    const world = withSkills();
    const { skills } = await skillsOf(world, era);
    for (const skill of (await skills.list()).skills) {
      if (skill.resources === 'dynamic') throw new Error('the files are not listed');
      for (const { uri } of skill.resources)
        expect(await skills.read(skill, uri)).toMatchObject({ uri, verified: true });
    }
    expect([views(world, 'home:gif-search'), views(world, 'claude:review')]).toEqual([1, 1]);
    const { skill } = await skills.get('skill://home/gif-search/SKILL.md');
    expect(await skills.read(skill, 'references/first steps.md')).toMatchObject({
      text: '# First\n',
      mimeType: 'text/markdown',
    });
    expect((await skills.read(skill, 'assets/pixel.png')).bytes).toEqual(Uint8Array.from([0, 255]));
  });

  test('folders can be walked down to every file', async () => {
    const { skills } = await skillsOf(withSkills(), era);
    const walk = async (uri: string): Promise<string[]> => {
      const { resources } = await skills.readDirectory(uri);
      const below = resources.map((child) =>
        child.mimeType === 'inode/directory' ? walk(child.uri) : [child.uri],
      );
      return (await Promise.all(below)).flat();
    };
    const { skill } = await skills.get('skill://home/gif-search/SKILL.md');
    if (skill.resources === 'dynamic') throw new Error('the files are not listed');
    const reported = skill.resources.map(({ uri }) => uri).toSorted();
    expect((await walk('skill://home/gif-search')).toSorted()).toEqual(reported);
    expect(await walk('skill://home/gif-search/references/')).toHaveLength(2);
  });

  test('what is not served is refused as not found', async () => {
    const world = withSkills();
    world.put('secret.txt', 'secret');
    symlinkSync(join(world.path, 'secret.txt'), join(world.home, 'skills/gif-search/references/out.txt'));
    const { client, skills } = await skillsOf(world, era);
    for (const uri of [
      'skill://home/nothing/SKILL.md',
      'skill://nowhere/gif-search/SKILL.md',
      'skill://home/gif-search',
      'skill://home/gif-search/references',
      'skill://home/gif-search/references/none.md',
      'skill://home/gif-search/references/out.txt',
      'skill://home/gif-search/%2e%2e/%2e%2e/config.toml',
      'skill://home/gif-search/..%2f..%2fconfig.toml',
      'skill://home/..%2fgif-search/SKILL.md',
      'skill://home',
      'skill://',
    ])
      await expect(client.readResource({ uri }), uri).rejects.toThrow();
    for (const uri of [
      'skill://home/nothing/SKILL.md',
      'skill://home/gif-search/references/deep/more.txt',
      'skill://home/gif-search/%53KILL.md',
    ])
      await expect(skills.get(uri), uri).rejects.toMatchObject({ code: -32602 });
    for (const uri of ['skill://home/nothing', 'skill://home/gif-search/SKILL.md', 'skill://home'])
      await expect(skills.readDirectory(uri), uri).rejects.toMatchObject({ code: -32602 });
    await expect(skills.list({ cursor: 'no cursor' })).rejects.toMatchObject({ code: -32602 });
    expect(views(world, 'home:gif-search')).toBe(0);
  });
});

test('a project that is not trusted offers nothing that a host would take for instructions', async () => {
  const world = withSkills();
  world.put('project/coppice.toml', '');
  world.put(
    'project/.claude/skills/deploy/SKILL.md',
    '---\nname: deploy\ndescription: Deploys.\n---\nRun it.\n',
  );
  world.workingFolder = join(world.path, 'project');
  const { client, skills } = await skillsOf(world, 'legacy');
  const uris = async () => (await skills.list()).skills.map(({ uri }) => uri);
  expect(await uris()).toHaveLength(2);
  world.put('.coppice/config.toml', `[library]\ntrusted_projects = ["${world.workingFolder}"]\n`);
  const [trusted] = (await uris()).filter((uri) => uri.endsWith('/deploy/SKILL.md'));
  expect(trusted).toMatch(/^skill:\/\/claude%40[0-9a-f]{8}\/deploy\/SKILL\.md$/);
  const uri = trusted ?? '';
  expect((await client.readResource({ uri })).contents).toMatchObject([{ uri }]);
  world.put('.coppice/config.toml', '');
  await expect(client.readResource({ uri })).rejects.toThrow();
});

test('a skill that the extension does not allow is left to the tools, and hides no other', async () => {
  const world = withSkills();
  world.put('.coppice/skills/Odd Name/SKILL.md', '---\nname: Odd Name\ndescription: Odd.\n---\n');
  world.put('.coppice/skills/lower/skill.md', '---\nname: lower\ndescription: Lower.\n---\n');
  world.put('.coppice/skills/bare/SKILL.md', 'Only a body.\n');
  world.put('.coppice/skills/huge/SKILL.md', '---\nname: huge\ndescription: Huge.\n---\n');
  world.put('.coppice/skills/huge/assets/blob.bin', new Uint8Array(17 * 1024 * 1024));
  world.skill('many');
  for (let at = 0; at < 600; at += 1) world.put(`.coppice/skills/many/assets/${at}`, '');
  const { skills } = await skillsOf(world, 'legacy');
  expect((await skills.list()).skills.map(({ frontmatter }) => frontmatter.name)).toEqual([
    'gif-search',
    'review',
  ]);
  const { answerOf } = await world.agent();
  for (const name of ['Odd Name', 'lower', 'bare', 'huge', 'many'])
    expect(await answerOf('skill_view', { name })).toHaveProperty('body');
});

test('more skills than a page holds are listed all the same', async () => {
  const world = new McpWorld();
  const names = Array.from({ length: 60 }, (_, at) => `skill-${at + 100}`);
  for (const name of names) world.skill(name);
  const { client, skills } = await skillsOf(world, 'modern');
  const listing = await skills.list();
  expect(listing.skills.map(({ frontmatter }) => frontmatter.name)).toEqual(names);
  expect((await client.listResources()).resources).toHaveLength(60);
});
