import type { Client } from '@modelcontextprotocol/client';
import { SkillsClient } from '@modelcontextprotocol/client/ext/skills';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { moveItem } from '../../src/registry/items/lifecycle/item-state.js';
import { type Publishing, publishingIn } from '../../src/registry/items/publish/publishing.fixture.js';
import { eras, type McpApp, mcpApp } from './mcp-app.js';

let app: McpApp;
let acme: Publishing;
let token: string;

beforeAll(async () => {
  app = await mcpApp();
  acme = await publishingIn(app.registry, 'acme');
  await (await publishingIn(app.registry, 'globex')).publish('theirs@1.0.0', { name: 'theirs' });
  await acme.publish('lib@1.0.0', { name: 'lib', description: 'Old.' });
  await acme.publish('lib@1.1.0', {
    name: 'lib',
    description: 'A library.',
    more: 'license: MIT\nmetadata:\n  version: "1.10"',
    body: '# Read\n',
    files: {
      'docs/first steps.md': '# First\n',
      'docs/more/deep.txt': 'deep\n',
      'logo.png': Uint8Array.from([0, 255]),
    },
  });
  await acme.publish('renamed@1.0.0', { name: 'inner-name', description: 'Of another name.' });
  await acme.publish('odd@1.0.0', { name: 'Not A Name', description: 'Its name is not allowed there.' });
  await acme.publish('dots@1.0.0', { name: '".."', description: 'Its name leads out.' });
  await acme.publish('agent@1.0.0', { name: 'agent' }, { kind: 'agent' });
  await acme.publish('flagged@1.0.0', { name: 'flagged' });
  await acme.publish('gone@1.0.0', { name: 'gone' });
  await moveItem(app.registry, acme.admin, { kind: 'skill', slug: 'flagged' }, 'flag', '');
  await moveItem(app.registry, acme.admin, { kind: 'skill', slug: 'gone' }, 'archive', '');
  token = (await app.token(acme.tenant)).text;
});
afterAll(() => app.close());

const views = () => app.registry.usage.recorded.length;

describe.each(eras)('in the %s protocol', (era) => {
  let client: Client;
  let skills: SkillsClient;
  beforeAll(async () => {
    client = await app.connect(era, { authorization: `Bearer ${token}` });
    skills = new SkillsClient(client);
  });

  test('the skills in the catalog are listed, each under its slug and name', async () => {
    expect(skills.supported).toBe(true);
    const listing = await skills.list();
    expect(listing.skills.map(({ uri }) => uri)).toEqual([
      'skill://lib/SKILL.md',
      'skill://renamed/inner-name/SKILL.md',
    ]);
    expect(listing.skills[0]?.frontmatter).toEqual({
      name: 'lib',
      description: 'A library.',
      license: 'MIT',
      metadata: { version: '1.10' },
    });
    const { resources } = await client.listResources();
    expect(resources.map(({ uri, name, mimeType }) => [uri, name, mimeType])).toEqual([
      ['skill://lib/SKILL.md', 'lib', 'text/markdown'],
      ['skill://renamed/inner-name/SKILL.md', 'inner-name', 'text/markdown'],
    ]);
  });

  test('every file of every skill can be read and matches its digest; only a SKILL.md counts, as a view', async () => {
    for (const skill of (await skills.list()).skills) {
      if (skill.resources === 'dynamic') throw new Error('the files are not listed');
      for (const { uri } of skill.resources) {
        const before = views();
        expect(await skills.read(skill, uri)).toMatchObject({ uri, verified: true });
        expect(views() - before, uri).toBe(uri.endsWith('/SKILL.md') ? 1 : 0);
      }
    }
    expect(app.registry.usage.recorded.at(-1)).toMatchObject({ event: 'view' });
    const { skill } = await skills.get('skill://lib/SKILL.md');
    const read = await skills.read(skill, 'docs/first steps.md');
    expect(read).toMatchObject({ text: '# First\n', mimeType: 'text/markdown' });
    expect((await skills.read(skill, 'logo.png')).bytes).toEqual(Uint8Array.from([0, 255]));
  });

  test('a skill that is not listed can still be read by its URI', async () => {
    expect((await skills.get('skill://flagged/SKILL.md')).skill.frontmatter.name).toBe('flagged');
  });

  test('other URIs are refused', async () => {
    const before = views();
    for (const uri of [
      'skill://theirs/SKILL.md',
      'skill://gone/SKILL.md',
      'skill://agent/SKILL.md',
      'skill://odd/Not%20A%20Name/SKILL.md',
      'skill://dots/../SKILL.md',
      'skill://renamed/SKILL.md',
      'skill://lib/docs/SKILL.md',
      'skill://nothing/SKILL.md',
    ]) {
      await expect(skills.get(uri), uri).rejects.toMatchObject({ code: -32602 });
      await expect(client.readResource({ uri }), uri).rejects.toThrow();
    }
    await expect(client.readResource({ uri: 'skill://lib/../../etc/passwd' })).rejects.toThrow();
    await expect(client.readResource({ uri: 'skill://lib/docs' })).rejects.toThrow();
    await expect(skills.list({ cursor: 'made-up' })).rejects.toMatchObject({ code: -32602 });
    expect(views()).toBe(before);
  });

  test('folders are listed, one level at a time', async () => {
    const shown = async (uri: string) =>
      (await skills.readDirectory(uri)).resources.map((child) => [child.name, child.uri, child.mimeType]);
    const markdown = 'text/markdown';
    expect(await shown('skill://lib')).toEqual([
      ['SKILL.md', 'skill://lib/SKILL.md', markdown],
      ['docs', 'skill://lib/docs', 'inode/directory'],
      ['logo.png', 'skill://lib/logo.png', undefined],
    ]);
    expect(await shown('skill://lib/docs')).toEqual([
      ['first steps.md', 'skill://lib/docs/first%20steps.md', markdown],
      ['more', 'skill://lib/docs/more', 'inode/directory'],
    ]);
    expect(await shown('skill://renamed/inner-name')).toHaveLength(1);
    for (const uri of ['skill://lib/SKILL.md', 'skill://lib/do', 'skill://renamed', 'skill://gone'])
      await expect(skills.readDirectory(uri), uri).rejects.toMatchObject({ code: -32602 });
  });
});

test('a long catalog is listed page by page, each skill once', async () => {
  const { tenant, publish } = await publishingIn(app.registry, 'long');
  const slugs = Array.from({ length: 53 }, (_, index) => `skill-${String(index).padStart(2, '0')}`);
  for (const slug of slugs) await publish(`${slug}@1.0.0`, { name: slug });
  const { text } = await app.token(tenant);
  const skills = new SkillsClient(await app.connect('modern', { authorization: `Bearer ${text}` }));
  expect((await skills.list()).skills.map(({ frontmatter }) => frontmatter.name)).toEqual(slugs);
});

test('internal errors are logged and not shown', async () => {
  await acme.publish('lost@1.0.0', { name: 'lost', body: 'Lost.' });
  const digest = (await acme.version('lost@1.0.0'))?.digest ?? '';
  await app.registry.blobs.remove(digest);
  const client = await app.connect('legacy', { authorization: `Bearer ${token}` });
  const internal = { code: -32603, message: expect.not.stringContaining('sha256') };
  await expect(client.readResource({ uri: 'skill://lost/SKILL.md' })).rejects.toMatchObject(internal);
  await expect(client.callTool({ name: 'get_skill', arguments: { slug: 'lost' } })).rejects.toMatchObject(
    internal,
  );
  const reasons = app.registry.log.lines.flatMap(({ level, fields }) =>
    level === 'error' ? fields['reason'] : [],
  );
  expect(reasons).toEqual([expect.stringContaining(digest), expect.stringContaining(digest)]);
});

test('there is nothing to subscribe to, and nothing but messages to send', async () => {
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' };
  for (const method of ['GET', 'DELETE']) {
    const response = await fetch(new URL('/mcp', app.url), { method, headers });
    expect(response.status, method).toBe(405);
  }
  const text = await fetch(new URL('/mcp', app.url), { method: 'POST', headers, body: 'hello' });
  expect(text.status).toBe(415);
});
