import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { roles } from '../../src/registry/api/names.js';
import { namespaceRoles } from '../../src/registry/api/rights.js';
import type { Route } from '../../src/registry/api/route.js';
import { type RouteName, routes } from '../../src/registry/api/routes/routes.js';
import { at, type RightsApp, rightsApp, upload } from './rights-app.js';

/**
 * What each route does to an item or a draft, by hand, and in which roles that is allowed: in a namespace, and for names
 * without one, where others own the item and nobody else wrote the draft.
 */
type Deed = 'propose' | 'publish' | 'manage' | 'curate' | 'administer' | 'close';

const deeds: Partial<Record<RouteName, Deed>> = {
  publish: 'publish',
  publishSet: 'publish',
  yank: 'manage',
  unyank: 'manage',
  deprecate: 'manage',
  undeprecate: 'manage',
  setOwners: 'manage',
  setChannel: 'manage',
  removeChannel: 'manage',
  flag: 'curate',
  unflag: 'curate',
  archive: 'administer',
  unarchive: 'administer',
  createDraft: 'propose',
  editDraft: 'curate',
  discardDraft: 'curate',
  reviewDraft: 'curate',
  publishDraft: 'close',
};

/** Writes that are not about one item: their own tests say what confines them. */
const others: readonly RouteName[] = ['postUsage', 'validate', 'signOut', 'resolve', 'consentToDraft'];

type NamespaceRole = (typeof namespaceRoles)[number];

/** The least role in the namespace. */
const inNamespace: Readonly<Record<Deed, NamespaceRole>> = {
  propose: 'proposer',
  publish: 'publisher',
  manage: 'curator',
  curate: 'curator',
  administer: 'admin',
  close: 'curator',
};

/** The least role in the tenant, for what belongs to somebody else. */
const inTenant: Readonly<Record<Deed, NamespaceRole>> = {
  propose: 'proposer',
  publish: 'admin',
  manage: 'admin',
  curate: 'curator',
  administer: 'admin',
  close: 'admin',
};

interface TableCaller {
  readonly who: string;
  /** The role that counts for each of the names. */
  readonly roles: Readonly<Record<string, NamespaceRole>>;
}

const names = ['plain', '@design/lib', '@open/lib', '@shut/lib'] as const;

let app: RightsApp;
let callers: readonly TableCaller[];

beforeAll(async () => {
  app = await rightsApp();
  await app.person('root', 'admin');
  for (const [name, default_role] of [
    ['design', 'reader'],
    ['open', null],
    ['shut', 'reader'],
  ] as const)
    await app.send('root', 'POST', '/v1/namespaces', { name, default_role });
  callers = await makeCallers();
  for (const name of names) {
    await app.publish('root', `${name}@1.0.0`);
    await app.send('root', 'PUT', `${at(name)}/channels/next`, { version: '1.0.0' });
  }
});
afterAll(() => app.registry.close());

async function makeCallers(): Promise<readonly TableCaller[]> {
  const made: TableCaller[] = [];
  for (const role of namespaceRoles) {
    const assign = (holder: string) =>
      app.send('root', 'POST', '/v1/namespaces/design/roles', { holder, role });
    const here = {
      plain: 'reader',
      '@design/lib': role,
      '@open/lib': 'reader',
      '@shut/lib': 'reader',
    } as const;
    await app.person(`${role}-there`, 'viewer');
    await assign(`user:${role}-there@example.com`);
    made.push({ who: `${role}-there`, roles: here });
    await app.person(`${role}-by-group`, 'viewer');
    await assign(`group:${role}s`);
    await app.registry.unguarded
      .updateTable('memberships')
      .set({ sign_in_groups: [`${role}s`] })
      .where('user_id', 'in', (query) =>
        query.selectFrom('users').select('id').where('email', '=', `${role}-by-group@example.com`),
      )
      .execute();
    made.push({ who: `${role}-by-group`, roles: here });
  }
  for (const role of roles) {
    await app.person(`tenant-${role}`, role);
    const whole = role === 'viewer' ? 'reader' : role;
    const shut = role === 'admin' ? 'admin' : 'reader';
    made.push({
      who: `tenant-${role}`,
      roles: { plain: whole, '@design/lib': shut, '@open/lib': whole, '@shut/lib': shut },
    });
  }
  return made;
}

function isEnough(role: NamespaceRole, least: NamespaceRole): boolean {
  return namespaceRoles.indexOf(role) >= namespaceRoles.indexOf(least);
}

test('every write that is about an item or a draft is in the table', () => {
  const writes = Object.entries<Route>(routes)
    .filter(([, { method, confined }]) => method !== 'GET' && confined)
    .map(([name]) => name);
  const known = [...Object.keys(deeds), ...others];
  expect(writes.filter((name) => !known.includes(name))).toEqual([]);
});

describe('who may do it, by role and namespace', () => {
  for (const [name, deed] of Object.entries(deeds) as [RouteName, Deed][])
    for (const slug of names)
      test(`${name} of ${slug}`, async () => {
        const isPlain = slug === 'plain';
        const least = (isPlain ? inTenant : inNamespace)[deed];
        const mayDo = ({ roles: given }: TableCaller) => isEnough(given[slug] ?? 'reader', least);
        const send = await requestOf(name, slug);
        const answered: Record<string, boolean> = {};
        // Those who are refused come first, because the others change what it is about.
        for (const caller of callers.toSorted((a, b) => Number(mayDo(a)) - Number(mayDo(b)))) {
          const { status, text } = await send(caller.who);
          if (status === 401 || status === 400 || status >= 500) throw new Error(`${caller.who}: ${text}`);
          answered[caller.who] = status !== 403;
        }
        expect(answered).toEqual(Object.fromEntries(callers.map((caller) => [caller.who, mayDo(caller)])));
      });
});

let count = 0;

/** A request that is valid in everything but perhaps the right to it. */
async function requestOf(name: RouteName, slug: string) {
  const { method, path } = routes[name];
  count += 1;
  const id = path.includes('{id}')
    ? (await app.propose('root', slug, { body: `draft ${count}` })).data.id
    : '';
  const filled = path
    .replace('{slug}', encodeURIComponent(slug))
    .replace('{version}', '1.0.0')
    .replace('{channel}', 'next')
    .replace('{id}', id);
  const metadata = { slug, version: `2.0.${count}` };
  const bodies: Partial<Record<RouteName, () => object>> = {
    publish: () => upload(metadata, { body: `version ${count}` }),
    publishSet: () => set(metadata),
    createDraft: () => upload({ slug }),
    yank: () => ({ reason: 'because' }),
    deprecate: () => ({ message: 'because' }),
    setOwners: () => ({ owners: ['user:root@example.com'] }),
    setChannel: () => ({ version: '1.0.0' }),
    editDraft: () => ({ notes: 'edited' }),
    reviewDraft: () => ({ verdict: 'request-changes' }),
    publishDraft: () => ({ version: metadata.version }),
  };
  return (who: string) =>
    app.send(who, method, filled, bodies[name]?.() ?? (method === 'POST' ? {} : undefined));
}

function set(metadata: object): FormData {
  const form = upload([metadata] as unknown as object, { body: 'set' });
  return form;
}
