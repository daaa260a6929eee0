import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { runCommandLine } from '../../src/cli/frame/command-line.js';
import { processContext } from '../../src/cli/frame/process-context.js';
import { verbs } from '../../src/cli/verbs.js';
import { sent, type TestAccess, testAccess, visitor } from '../../src/registry/access/access.fixture.js';
import { authenticate, openAccess } from '../../src/registry/access/authenticate.js';
import { acceptInvite } from '../../src/registry/access/invites.js';
import { signIn } from '../../src/registry/access/sessions.js';
import { tenantIdBySlug } from '../../src/registry/access/tenants.js';
import { readAudit } from '../../src/registry/data/db/audit.js';
import { listenForChanges } from '../../src/registry/data/db/listen.js';
import { silentLog } from '../../src/system/log.js';

let access: TestAccess;
beforeAll(async () => {
  access = await testAccess();
  await done('tenant create acme --name', 'Acme Ltd');
});
afterAll(() => access.registry.close());

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** `words` follow `registry admin`; each of `more` is one argument, even with spaces. */
function run(words: string, ...more: readonly string[]): Promise<Ran> {
  return runWith({}, words, ...more);
}

async function runWith(
  environment: Readonly<Record<string, string>>,
  words: string,
  ...more: readonly string[]
): Promise<Ran> {
  let stdout = '';
  let stderr = '';
  const streams = {
    out: (text: string) => {
      stdout += text;
    },
    notes: (text: string) => {
      stderr += text;
    },
  };
  const typed = ['registry', 'admin', ...words.split(' '), ...more];
  const code = await runCommandLine(typed, verbs, streams, async () => ({
    ...processContext(process),
    clock: access.registry.clock,
    environment: { COPPICE_DATABASE_URL: access.registry.url, ...environment },
  }));
  return { code, stdout, stderr };
}

async function done(words: string, ...more: readonly string[]): Promise<Ran> {
  const ran = await run(words, ...more);
  expect(ran).toMatchObject({ code: 0 });
  return ran;
}

/** The document of a command that succeeds. */
async function document<T extends z.ZodType>(
  shape: T,
  words: string,
  ...more: readonly string[]
): Promise<z.output<T>> {
  const { stdout } = await done(words, ...more, '--json');
  return shape.parse(JSON.parse(stdout));
}

const tokenShape = z.object({
  token: z.string(),
  id: z.string(),
  owner: z.string(),
  expiresAt: z.string().nullable(),
});

test('tenants are created, listed and deleted by their slug', async () => {
  await done('tenant create shortlived');
  const shape = z.object({
    tenants: z.array(z.object({ slug: z.string(), name: z.string(), members: z.number() })),
  });
  const slugs = async () =>
    (await document(shape, 'tenant list')).tenants.map(({ slug, name }) => [slug, name]);
  expect(await slugs()).toEqual([
    ['acme', 'Acme Ltd'],
    ['shortlived', ''],
  ]);
  expect(await run('tenant delete shortlived')).toMatchObject({ code: 2, stdout: '' });
  expect(await run('tenant delete shortlived --confirm acme')).toMatchObject({ code: 2 });
  expect(await slugs()).toHaveLength(2);
  await done('tenant delete shortlived --confirm shortlived');
  expect(await slugs()).toEqual([['acme', 'Acme Ltd']]);
});

test('a tenant is deleted with everything in it, and its tokens are refused', async () => {
  await done('tenant create gone');
  await done('user add someone@example.com --tenant gone --role admin');
  const { token } = await document(tokenShape, 'token create --tenant gone --name t --scopes skills:read');
  expect((await authenticate(access, sent({ token }))).tenant.slug).toBe('gone');
  await done('tenant delete gone --confirm gone');
  // A server would be notified by the database; here the cache expires after a minute.
  access.registry.clock.advance(60_000);
  await expect(authenticate(access, sent({ token }))).rejects.toMatchObject({ code: 'unauthorized' });
});

test('a token is printed alone on stdout, and works', async () => {
  const { stdout, stderr } = await done(
    'token create --tenant acme --name ci --expires 30d --scopes',
    'skills:read skills:publish',
  );
  expect(stdout).toMatch(/^cop_\w{39}\n$/);
  expect(stderr).toContain('service:ci');
  expect(stderr).not.toContain(stdout.trim());
  const { tenant, principal } = await authenticate(access, sent({ token: stdout.trim() }));
  expect(tenant.slug).toBe('acme');
  expect(principal).toMatchObject({
    name: 'service:ci',
    scopes: ['skills:read', 'skills:publish', 'skills:propose'],
    expiresAt: new Date(access.registry.clock.now() + 30 * 86_400_000),
  });
});

test('a token is for the given service or member, and only for some items', async () => {
  const shape = tokenShape.extend({ patterns: z.array(z.string()), scopes: z.array(z.string()) });
  const create = 'token create --tenant acme --scopes skills:read --name';
  expect(
    await document(shape, create, 'two words', '--service', 'robot', '--patterns', 'a-* b'),
  ).toMatchObject({
    owner: 'service:robot',
    patterns: ['a-*', 'b'],
    expiresAt: null,
  });
  await done('user add ada@example.com --tenant acme --role viewer --name', 'Ada');
  expect(await document(shape, create, 'laptop', '--user', 'Ada@example.com')).toMatchObject({
    owner: 'user:ada@example.com',
  });
});

test('a token that publishes names its owner, and the token of a provider has its scope alone', async () => {
  const publishing = await runWith({}, 'token create --tenant acme --name ada --scopes', 'skills:publish');
  expect(publishing.stderr).toContain('what is published with it belongs to service:ada');
  expect(
    await document(
      z.object({ owner: z.string(), scopes: z.array(z.string()) }),
      'token create --tenant acme --name okta --scopes tenant:scim',
    ),
  ).toEqual({ owner: 'service:okta', scopes: ['tenant:scim'] });
  const wide = await runWith(
    {},
    'token create --tenant acme --name okta --scopes',
    'tenant:scim skills:read',
  );
  expect(wide).toMatchObject({ code: 1, stderr: expect.stringContaining('has no other scope') });
});

test('tokens are listed without their text, and can be revoked repeatedly', async () => {
  const { id, token } = await document(
    tokenShape,
    'token create --tenant acme --name t --scopes skills:read',
  );
  const { stdout } = await done('token list --tenant acme --json');
  expect(stdout).toContain(id);
  expect(stdout).not.toContain(token.slice(12));
  await done(`token revoke ${id} --tenant acme`);
  await done(`token revoke ${id} --tenant acme`);
  await expect(authenticate(access, sent({ token }))).rejects.toMatchObject({ code: 'unauthorized' });
});

test('a member is added, signs in with a link, and is removed', async () => {
  await done('user add Grace@Example.com --tenant acme --role curator');
  const listed = z.object({ members: z.array(z.object({ email: z.string(), role: z.string() })) });
  const emails = async () =>
    (await document(listed, 'user list --tenant acme')).members.map(({ email }) => email);
  expect(await emails()).toContain('grace@example.com');
  const { stdout } = await done('user link grace@example.com --tenant acme');
  expect(stdout).toMatch(/^\/sign-in#copl_\w{39}\n$/);
  const text = stdout.trim().split('#')[1] ?? '';
  const { principal } = await signIn(access.registry, { kind: 'link', text, tenant: 'acme', ...visitor });
  expect(principal).toMatchObject({ name: 'user:grace@example.com', role: 'curator' });
  await done('user remove grace@example.com --tenant acme');
  expect(await emails()).not.toContain('grace@example.com');
});

test('a member gets another role, is suspended and comes back; the last admin is protected', async () => {
  await done('tenant create small');
  await done('user add ada@example.com --tenant small --role admin');
  await done('user add bob@example.com --tenant small --role viewer');
  const rows = async () =>
    (
      await document(
        z.object({
          members: z.array(z.object({ email: z.string(), role: z.string(), state: z.string() })),
        }),
        'user list --tenant small',
      )
    ).members.map(({ email, role, state }) => `${email} ${role} ${state}`);
  for (const verb of ['role --role viewer', 'suspend', 'remove'])
    expect(await runWith({}, `user ${verb} ada@example.com --tenant small`)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('the last admin of a tenant cannot be demoted, suspended or removed'),
    });
  await done('user role bob@example.com --tenant small --role admin');
  await done('user suspend ada@example.com --tenant small');
  expect(await rows()).toEqual(['ada@example.com admin suspended', 'bob@example.com admin active']);
  expect(await runWith({}, 'user suspend bob@example.com --tenant small')).toMatchObject({ code: 1 });
  await done('user reinstate ada@example.com --tenant small');
  expect(await rows()).toEqual(['ada@example.com admin active', 'bob@example.com admin active']);
});

test('a link is a full URL where the public URL of the server is known', async () => {
  await done('user add alan@example.com --tenant acme --role viewer');
  const environment = { COPPICE_PUBLIC_URL: 'https://skills.example.com/team/' };
  const link = 'user link alan@example.com --tenant acme';
  const { stdout, stderr } = await runWith(environment, link);
  expect(stdout).toMatch(/^https:\/\/skills\.example\.com\/team\/sign-in#copl_\w{39}\n$/);
  expect(stderr).toMatch(/^the link works once, until .* UTC\n$/);
  const { path, url } = JSON.parse((await runWith(environment, link, '--json')).stdout);
  expect(url).toBe(`https://skills.example.com/team${path}`);
  expect(await runWith({ COPPICE_PUBLIC_URL: 'https://skills.example.com/?a' }, link)).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('COPPICE_PUBLIC_URL cannot be used'),
  });
});

test('somebody is invited by a link, which names the server where that is known', async () => {
  const { stdout, stderr } = await done('user invite Hedy@Example.com --tenant acme --role publisher');
  expect(stdout).toMatch(/^\/invite#copi_\w{39}\n$/);
  expect(stderr).toMatch(/^open it at the URL of the server; it works once, until .* UTC\n$/);
  const environment = { COPPICE_PUBLIC_URL: 'https://skills.example.com' };
  const again = await runWith(
    environment,
    'user invite hedy@example.com --tenant acme --role viewer --days 30',
  );
  const [, earlier = ''] = stdout.trim().split('#');
  const [address, text = ''] = again.stdout.trim().split('#');
  expect(address).toBe('https://skills.example.com/invite');
  const accept = (invite: string) =>
    acceptInvite(access.registry, { text: invite, email: 'hedy@example.com', name: '', ...visitor });
  await expect(accept(earlier)).rejects.toMatchObject({ code: 'unauthorized' });
  expect((await accept(text)).principal).toMatchObject({ name: 'user:hedy@example.com', role: 'viewer' });
});

test('what a member owns is handed over', async () => {
  for (const email of ['leaver@example.com', 'heir@example.com'])
    await done(`user add ${email} --tenant acme --role publisher`);
  expect((await done('user transfer leaver@example.com --tenant acme --to Heir@example.com')).stdout).toBe(
    '0 items of leaver@example.com now belong to Heir@example.com\n',
  );
});

test('a removed member is refused at once on every server, cached or not, and comes back without old credentials', async () => {
  const email = 'edsger@example.com';
  const { registry } = access;
  const replicas = await Promise.all(
    [1, 2].map(() => listenForChanges({ url: registry.url, log: silentLog })),
  );
  onTestFinished(() => Promise.all(replicas.map((changes) => changes.close())).then(() => undefined));
  const servers = replicas.map((changes) => openAccess({ ...registry, changes }, undefined));
  const makeToken = async () =>
    (await document(tokenShape, 'token create --tenant acme --name t --scopes skills:read --user', email))
      .token;
  const addAgain = () => done(`user add ${email} --tenant acme --role curator`);

  await addAgain();
  const token = await makeToken();
  const linked = (await done(`user link ${email} --tenant acme`)).stdout.trim().split('#')[1] ?? '';
  const unused = (await done(`user link ${email} --tenant acme`)).stdout.trim().split('#')[1] ?? '';
  const open = (kind: 'token' | 'link', text: string) =>
    signIn(registry, { kind, text, tenant: 'acme', ...visitor });
  const credentials = [
    { token },
    { session: (await open('token', token)).text },
    { session: (await open('link', linked)).text },
  ];
  const passed = async () => {
    const requests = servers.flatMap((server) => credentials.map((one) => authenticate(server, sent(one))));
    return (await Promise.allSettled(requests)).filter(({ status }) => status === 'fulfilled').length;
  };
  expect([await passed(), await passed()]).toEqual([6, 6]);

  await done(`user remove ${email} --tenant acme`);
  // The clock stands still, so no cache entry expires.
  await vi.waitFor(async () => expect(await passed()).toBe(0), { timeout: 30_000, interval: 5 });
  await expect(open('link', unused)).rejects.toMatchObject({ code: 'unauthorized' });

  await addAgain();
  const newToken = await makeToken();
  for (const server of servers)
    expect((await authenticate(server, sent({ token: newToken }))).principal).toMatchObject({
      name: `user:${email}`,
    });
  expect(await passed()).toBe(0);
  await expect(open('link', unused)).rejects.toMatchObject({ code: 'unauthorized' });
});

test('everything is in the audit log, without a secret', async () => {
  const tenantId = await tenantIdBySlug(access.registry.database, 'acme');
  const { rows } = await readAudit(access.registry.database, tenantId, { limit: 200, actor: 'admin:cli' });
  const actions = new Set(rows.map(({ action }) => action));
  for (const action of [
    'tenant.create',
    'member.add',
    'member.remove',
    'link.create',
    'token.create',
    'token.revoke',
  ])
    expect(actions).toContain(action);
  expect(JSON.stringify(rows)).not.toMatch(/cop[sl]?_/);
});

function checkRefused(words: string, more: readonly string[], code: string): void {
  test(`refused with ${code}: ${words} ${more.join(' ')}`, async () => {
    const { code: exitCode, stdout, stderr } = await run(words, ...more);
    expect([exitCode, stdout]).toEqual([code === 'usage' ? 2 : 1, '']);
    expect(stderr).toContain(`(${code})`);
  });
}

const create = 'token create --tenant acme --name';
checkRefused('tenant create acme', [], 'already-exists');
checkRefused('tenant create Acme!', [], 'bad-value');
checkRefused('tenant delete no-such --confirm no-such', [], 'not-found');
checkRefused('user add x@example.com --tenant no-such --role viewer', [], 'not-found');
checkRefused('user add x@example.com --tenant acme --role emperor', [], 'bad-value');
checkRefused('user add x@example.com --tenant acme', [], 'usage');
checkRefused('user add x@example.com --role viewer', [], 'usage');
checkRefused('user add nobody --tenant acme --role viewer', [], 'bad-value');
checkRefused('user add ada@example.com --tenant acme --role viewer', [], 'already-exists');
checkRefused('user remove unknown@example.com --tenant acme', [], 'not-found');
checkRefused('user link unknown@example.com --tenant acme', [], 'not-found');
checkRefused('user invite nobody --tenant acme --role viewer', [], 'bad-value');
checkRefused('user invite ada@example.com --tenant acme --role viewer', [], 'conflict');
checkRefused('user invite x@example.com --tenant acme --role viewer --days 31', [], 'bad-value');
checkRefused('user transfer unknown@example.com --tenant acme --to ada@example.com', [], 'not-found');
checkRefused('user transfer ada@example.com --tenant acme --to unknown@example.com', [], 'not-found');
checkRefused('token list --tenant no-such', [], 'not-found');
checkRefused('token revoke no-id --tenant acme', [], 'not-found');
checkRefused(create, ['t'], 'usage');
checkRefused(create, ['t', '--scopes', 'skills:everything'], 'bad-value');
checkRefused(create, ['t', '--scopes', ' '], 'bad-value');
checkRefused(create, ['', '--scopes', 'skills:read'], 'bad-value');
checkRefused(create, ['two words', '--scopes', 'skills:read'], 'bad-value');
checkRefused(create, ['x'.repeat(81), '--service', 's', '--scopes', 'skills:read'], 'bad-value');
checkRefused(create, ['t', '--scopes', 'skills:read', '--expires', 'soon'], 'bad-value');
checkRefused(create, ['t', '--scopes', 'skills:read', '--patterns', '../x'], 'bad-value');
checkRefused(create, ['t', '--scopes', 'skills:read', '--user', 'unknown@example.com'], 'not-found');
checkRefused(create, ['t', '--scopes', 'skills:publish', '--user', 'ada@example.com'], 'bad-value');
checkRefused(
  create,
  ['t', '--scopes', 'skills:read', '--user', 'ada@example.com', '--service', 's'],
  'usage',
);
