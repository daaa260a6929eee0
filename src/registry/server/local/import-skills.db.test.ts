import { afterEach, beforeEach, expect, test } from 'vitest';
import { CoppiceError } from '../../../text/errors.js';
import { type Move, moveItem } from '../../items/lifecycle/item-state.js';
import { type Publishing, publishingIn } from '../../items/publish/publishing.fixture.js';
import { type TestRegistry, testRegistry } from '../../registry.fixture.js';
import { storedUsage } from '../../usage/usage.fixture.js';
import { importSkills } from './import-skills.js';
import { listLocal } from './list-local.js';
import { type MemorySkills, memorySkills } from './local-skills.fixture.js';

let registry: TestRegistry;
let mine: Publishing;
let local: MemorySkills;
beforeEach(async () => {
  registry = await testRegistry({ now: Date.parse('2026-03-10T12:00:00Z') });
  mine = await publishingIn(registry, 'local');
  local = memorySkills();
});
afterEach(() => registry.close());

const at = (text: string) => Date.parse(`2026-${text}Z`);
const doImport = (ids?: readonly string[]) => importSkills(registry, mine.admin, local, ids);
const nothing = { imported: [], skipped: [] };
const archived = { state: 'archived' } as const;
const setAside = { ...archived, archived: { reason: 'idle' } };
/** A move by a person in the registry. */
const moveOld = (move: Move) => moveItem(registry, mine.admin, { kind: 'skill', slug: 'old' }, move, '');

test('skills become items as old as their files, with the use of the machine', async () => {
  const use = { count: 4, lastAt: at('03-09T08:00:00'), events: { '2026-03-09': 3 } };
  local.put('home:deploy', { changedAt: at('02-01T10:00:00'), version: '1.2.0', use });
  local.put('claude:deploy', { changedAt: at('02-02T10:00:00') }, 'Otherwise.');
  expect(await doImport()).toEqual({
    imported: [
      { id: 'home:deploy', slug: 'deploy', version: '1.2.0' },
      { id: 'claude:deploy', slug: 'deploy-claude', version: '0.1.0' },
    ],
    skipped: [],
  });
  expect(await mine.item('deploy')).toMatchObject({
    state: 'published',
    created_at: '2026-02-01T10:00:00.000Z',
    published_at: '2026-02-01T10:00:00.000Z',
    use_count: 4,
    last_used_at: '2026-03-09T08:00:00.000Z',
  });
  expect((await storedUsage(registry, mine.tenant.id)).byItem).toEqual([
    '2026-02-02 deploy 0/0/0/1',
    '2026-03-09 deploy 0/0/0/3',
  ]);
});

test('the audit log records the import and its time', async () => {
  local.put('home:deploy', { changedAt: at('02-01T10:00:00') });
  await doImport();
  const [row] = await registry.unguarded.selectFrom('audit').selectAll().execute();
  expect(row).toMatchObject({
    at: new Date(registry.clock.now()),
    action: 'version.publish',
    target: 'skill/deploy@0.1.0',
    details: { imported_from: 'home:deploy', made_at: '2026-02-01T10:00:00.000Z', new_item: true },
  });
});

test('a second import changes only what has changed meanwhile', async () => {
  const use = { count: 2, lastAt: at('03-09T08:00:00'), events: { '2026-03-09': 2 } };
  local.put('home:deploy', { changedAt: at('02-01T10:00:00'), use });
  local.put('home:tidy', { changedAt: at('02-01T10:00:00') });
  await doImport();
  expect(await doImport()).toEqual({
    imported: [],
    skipped: ['deploy', 'tidy'].map((name) => ({
      id: `home:${name}`,
      reason: 'already in the catalog as 0.1.0',
      already_there: true,
    })),
  });
  expect((await mine.item('deploy'))?.use_count).toBe(2);
  local.put('home:deploy', { changedAt: at('03-01T10:00:00'), use: { ...use, count: 3 } }, 'Do it better.');
  expect((await doImport()).imported).toEqual([{ id: 'home:deploy', slug: 'deploy', version: '0.1.1' }]);
  expect(await mine.item('deploy')).toMatchObject({
    created_at: '2026-02-01T10:00:00.000Z',
    published_at: '2026-03-01T10:00:00.000Z',
    use_count: 3,
  });
  // Several are imported at the same time.
  expect((await mine.audit()).toSorted()).toEqual([
    'version.publish skill/deploy@0.1.0',
    'version.publish skill/deploy@0.1.1',
    'version.publish skill/tidy@0.1.0',
  ]);
});

test('a version with older files does not make its item older', async () => {
  local.put('home:deploy', { changedAt: at('03-01T10:00:00') });
  await doImport();
  local.put('home:deploy', { changedAt: at('01-01T10:00:00') }, 'As it was.');
  await doImport();
  const { updated_at } = await registry.unguarded
    .selectFrom('items')
    .select('updated_at')
    .executeTakeFirstOrThrow();
  expect(updated_at).toEqual(new Date('2026-03-01T10:00:00Z'));
});

test('a file from the future is as old as the import', async () => {
  local.put('home:deploy', { changedAt: registry.clock.now() + 1e9 });
  await doImport();
  expect((await mine.item('deploy'))?.created_at).toBe('2026-03-10T12:00:00.000Z');
});

test('refused skills are reported, and the others are imported', async () => {
  local.put('home:leaky', {}, `token: ghp_${'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'}`);
  local.put('claude@12345678:foreign', { refusal: 'its project is not trusted' });
  local.put('home:代码');
  local.put('home:fine');
  const { imported, skipped } = await doImport();
  expect(imported.map(({ slug }) => slug)).toEqual(['fine']);
  expect(skipped).toEqual([
    {
      id: 'home:leaky',
      reason: expect.stringContaining('contains a secret: SKILL.md, line 5'),
      already_there: false,
    },
    { id: 'claude@12345678:foreign', reason: 'its project is not trusted', already_there: false },
    { id: 'home:代码', reason: expect.stringContaining('no letter or digit'), already_there: false },
  ]);
});

test('an outage stops the whole import', async () => {
  local.put('home:deploy');
  const read = () => {
    throw new CoppiceError('unavailable', 'the database cannot be reached');
  };
  await expect(importSkills(registry, mine.admin, { ...local, read })).rejects.toThrow('cannot be reached');
});

test('only those that are named are imported', async () => {
  for (const id of ['home:a', 'home:b']) local.put(id);
  expect(await doImport([])).toEqual(nothing);
  const { imported, skipped } = await doImport(['home:b', 'home:b', 'home:c']);
  expect(imported.map(({ id }) => id)).toEqual(['home:b']);
  expect(skipped.map(({ id, reason }) => `${id} ${reason}`)).toEqual([
    'home:c there is no such skill on this machine',
  ]);
});

test('an archived skill becomes an archived item, with its reason and its use', async () => {
  local.put('home:old', {
    changedAt: at('02-01T10:00:00'),
    state: 'archived',
    archived: { reason: 'not used for 90 days' },
    use: { count: 1, lastAt: at('01-05T08:00:00'), events: {} },
  });
  await doImport();
  await doImport();
  expect(await mine.item('old')).toMatchObject({ ...archived, state_reason: 'not used for 90 days' });
  expect((await mine.item('old'))?.use_count).toBe(1);
  expect(await mine.audit()).toEqual(['version.publish skill/old@0.1.0', 'item.archive skill/old']);
});

test('an item follows its skill into the archive and back, repeatedly and with new content', async () => {
  const stateAfter = async (...skill: Parameters<typeof local.put>) => {
    local.put(...skill);
    await doImport();
    return [(await mine.item('old'))?.state, (await mine.item('old'))?.version];
  };
  expect(await stateAfter('home:old')).toEqual(['published', '0.1.0']);
  expect(await stateAfter('home:old', setAside)).toEqual(['archived', '0.1.0']);
  expect(await stateAfter('home:old')).toEqual(['published', '0.1.0']);
  expect(await stateAfter('home:old', setAside)).toEqual(['archived', '0.1.0']);
  expect(await stateAfter('home:old', {}, 'Do it better.')).toEqual(['published', '0.1.1']);
  expect((await mine.audit()).map((line) => line.split(' ')[0])).toEqual([
    'version.publish',
    'item.archive',
    'item.unarchive',
    'item.archive',
    'item.unarchive',
    'version.publish',
  ]);
});

test('a flagged item follows its skill into the archive', async () => {
  local.put('home:old');
  await doImport();
  await moveOld('flag');
  local.put('home:old', setAside);
  await doImport();
  expect(await mine.item('old')).toMatchObject(archived);
});

test('an item that a person restored stays, whatever happens to the skill', async () => {
  local.put('home:old', setAside);
  await doImport();
  await moveOld('unarchive');
  await doImport();
  expect((await mine.item('old'))?.state).toBe('published');
  local.put('home:old');
  await doImport();
  local.put('home:old', setAside);
  await doImport();
  expect((await mine.item('old'))?.state).toBe('published');
});

test('an item that a person archived stays archived, and its skill is reported', async () => {
  local.put('home:old');
  await doImport();
  await moveOld('archive');
  local.put('home:old', {}, 'Do it better.');
  expect((await doImport()).skipped).toEqual([
    { id: 'home:old', reason: expect.stringContaining('is archived'), already_there: false },
  ]);
  expect(await mine.item('old')).toMatchObject(archived);
});

test('an item that a person published is not archived by an import', async () => {
  await mine.publish('old@1.0.0', { body: 'Mine.' });
  local.put('home:old', setAside, 'Of the machine.');
  await doImport();
  expect((await mine.item('old'))?.state).toBe('published');
});

test('two imports at once restore an item once', async () => {
  local.put('home:old', setAside);
  await doImport();
  local.put('home:old');
  await Promise.all([doImport(), doImport()]);
  expect((await mine.audit()).filter((line) => line.startsWith('item.'))).toEqual([
    'item.archive skill/old',
    'item.unarchive skill/old',
  ]);
});

test('a purged version number is not used again', async () => {
  local.put('home:deploy', { version: '1.0.0' });
  await registry.unguarded
    .insertInto('tombstones')
    .values({
      tenant_id: mine.tenant.id,
      kind: 'skill',
      slug: 'deploy',
      version: '1.0.0',
      purged_at: new Date(0),
      purged_by: 'admin:cli',
      reason: 'a key',
    })
    .execute();
  expect((await doImport()).imported).toEqual([{ id: 'home:deploy', slug: 'deploy', version: '1.0.1' }]);
});

test('two imports at once count no use twice', async () => {
  const use = { count: 5, lastAt: at('03-09T08:00:00'), events: { '2026-03-09': 5 } };
  for (const name of ['a', 'b', 'c']) local.put(`home:${name}`, { use });
  const [first, second] = await Promise.all([doImport(), doImport()]);
  expect(first.imported.length + second.imported.length).toBe(3);
  expect((await storedUsage(registry, mine.tenant.id)).items).toEqual(['a 5', 'b 5', 'c 5']);
});

test('the skills of the machine are listed with their items', async () => {
  local.put('home:deploy', { use: { count: 2, lastAt: at('03-09T08:00:00'), events: {} } });
  local.put('home:代码', { state: 'stale' });
  await doImport(['home:deploy']);
  const { database } = registry;
  expect(await listLocal(database, mine.tenant.id, local)).toEqual([
    {
      id: 'home:deploy',
      name: 'deploy',
      slug: 'deploy',
      description: 'Does deploy.',
      root: 'home',
      state: 'active',
      use_count: 2,
      last_used_at: '2026-03-09T08:00:00.000Z',
      imported: true,
    },
    {
      id: 'home:代码',
      name: '代码',
      slug: null,
      description: 'Does 代码.',
      root: 'home',
      state: 'stale',
      use_count: 0,
      last_used_at: null,
      imported: false,
      reason: 'its name has no letter or digit for a slug',
    },
  ]);
});
