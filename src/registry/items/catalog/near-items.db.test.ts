import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestRegistry, testRegistry } from '../../registry.fixture.js';
import { moveItem } from '../lifecycle/item-state.js';
import { type Publishing, publishingIn, refusalOf } from '../publish/publishing.fixture.js';
import { type Catalog, openCatalog } from './catalog.js';
import { readNearItems } from './near-items.js';

let registry: TestRegistry;
let catalog: Catalog;
let acme: Publishing;
let rival: Publishing;

const notes = 'Write release notes from the commits since the last tag, grouped for users.';
const changelog = 'Write release notes for users from commits since the last tag, and a changelog.';
const body =
  '\n# Notes\n\nList the commits since the tag. Group them. Write a line of the changelog for each.\n';

beforeAll(async () => {
  registry = await testRegistry();
  catalog = openCatalog(registry);
  acme = await publishingIn(registry, 'acme');
  rival = await publishingIn(registry, 'rival');
  await acme.publish('release-notes@1.0.0', { description: notes, body });
  await acme.publish('changelog@1.0.0', { description: changelog, body });
  await acme.publish('sourdough@1.0.0', { description: 'Bakes bread with a starter, levain and patience.' });
  await rival.publish('secret-notes@1.0.0', { description: notes, body });
});
afterAll(() => registry.close());

const near = async (slug: string, of: Publishing = acme) =>
  (await readNearItems(catalog, of.tenant.id, { kind: 'skill', slug })).map((one) => one.slug);

test('an item that says the same is near in either direction, with its score, and another is not', async () => {
  expect(await near('release-notes')).toEqual(['changelog']);
  expect(await near('changelog')).toEqual(['release-notes']);
  expect(await near('sourdough')).toEqual([]);
  const [found] = await readNearItems(catalog, acme.tenant.id, { kind: 'skill', slug: 'release-notes' });
  expect(found).toMatchObject({ kind: 'skill', description: changelog, sure: true });
});

test('an item of another tenant is never near, and cannot be asked about', async () => {
  expect(await near('secret-notes', rival)).toEqual([]);
  expect(await refusalOf(near('secret-notes'))).toBe('not-found: there is no skill `secret-notes`');
});

test('what is not published is left out as soon as that is so, and an item of another kind always', async () => {
  await acme.publish('notes-agent@1.0.0', { description: notes, body }, { kind: 'agent' });
  await moveItem(registry, acme.admin, { kind: 'skill', slug: 'changelog' }, 'flag', '');
  expect(await near('release-notes')).toEqual([]);
  await moveItem(registry, acme.admin, { kind: 'skill', slug: 'changelog' }, 'unflag', '');
  expect(await near('release-notes')).toEqual(['changelog']);
});

test('a description without a word to search for is near nothing', async () => {
  await acme.publish('odd@1.0.0', { description: '!?' });
  expect(await near('odd')).toEqual([]);
});
