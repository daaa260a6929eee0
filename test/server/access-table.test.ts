import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  changeRole,
  reinstateMember,
  removeMember,
  suspendMember,
} from '../../src/registry/access/change-member.js';
import { signOut } from '../../src/registry/access/sessions.js';
import { revokeToken } from '../../src/registry/access/tokens.js';
import { allScopes, type Scope, scopes } from '../../src/registry/api/names.js';
import type { Route } from '../../src/registry/api/route.js';
import { type RouteName, routes } from '../../src/registry/api/routes/routes.js';
import { credentialText, randomByteCount } from '../../src/registry/rules/access/credential-text.js';
import { type AccessApp, accessApp } from './access-app.js';

/**
 * The access of each route, written by hand, so that a mistake in the table of routes is noticed. `browse` is
 * `skills:read`, or anybody where the tenant is public; `local` is a program on the same machine, or an admin.
 */
type Demand = 'browse' | Scope | 'session' | 'any' | 'local' | 'open';

const demands: Readonly<Record<RouteName, Demand>> = {
  listItems: 'browse',
  listTags: 'browse',
  getItem: 'browse',
  getItemDetail: 'browse',
  listVersions: 'browse',
  getVersion: 'browse',
  getSkillMd: 'browse',
  getBundle: 'browse',
  getVersionBundle: 'browse',
  getBlob: 'browse',
  getFile: 'browse',
  getLatestFile: 'browse',
  getDependencies: 'browse',
  getReferrers: 'browse',
  getNear: 'browse',
  resolve: 'browse',
  discovery: 'browse',
  oldDiscovery: 'browse',
  oldDiscoveryFile: 'browse',

  publish: 'skills:propose',
  publishSet: 'skills:publish',
  validate: 'skills:propose',
  yank: 'skills:publish',
  unyank: 'skills:publish',
  deprecate: 'skills:publish',
  undeprecate: 'skills:publish',
  setOwners: 'skills:publish',
  setChannel: 'skills:publish',
  removeChannel: 'skills:publish',
  flag: 'skills:curate',
  unflag: 'skills:curate',
  archive: 'namespaces:admin',
  unarchive: 'namespaces:admin',

  postUsage: 'skills:read',
  postEffects: 'skills:read',
  getTimeline: 'usage:read',
  getTop: 'usage:read',
  getDecay: 'usage:read',

  createDraft: 'skills:propose',
  listDrafts: 'skills:propose',
  getDraft: 'skills:propose',
  getDraftSkillMd: 'skills:propose',
  listDraftFiles: 'skills:propose',
  getDraftFile: 'skills:propose',
  getDraftDiff: 'skills:propose',
  consentToDraft: 'skills:publish',
  reviewDraft: 'skills:publish',
  editDraft: 'skills:propose',
  publishDraft: 'skills:publish',
  discardDraft: 'skills:propose',

  listNamespaces: 'any',
  createNamespace: 'tenant:admin',
  changeNamespace: 'namespaces:admin',
  removeNamespace: 'tenant:admin',
  setNamespaceRole: 'namespaces:admin',

  signIn: 'open',
  signOut: 'session',
  whoAmI: 'any',
  listSessions: 'session',
  endSession: 'session',
  endOtherSessions: 'session',
  listTokens: 'session',
  createToken: 'session',
  revokeToken: 'session',
  listMembers: 'members:read',
  changeMember: 'tenant:admin',
  suspendMember: 'tenant:admin',
  reinstateMember: 'tenant:admin',
  removeMember: 'tenant:admin',
  transferItems: 'tenant:admin',
  createSignInLink: 'tenant:admin',
  listInvites: 'tenant:admin',
  createInvite: 'tenant:admin',
  withdrawInvite: 'tenant:admin',
  showInvite: 'open',
  acceptInvite: 'open',
  setProvisioning: 'tenant:admin',
  createScimToken: 'tenant:admin',
  getGroupRoles: 'tenant:admin',
  setGroupRoles: 'tenant:admin',
  getSettings: 'tenant:admin',
  changeSettings: 'tenant:admin',
  listWebhooks: 'tenant:admin',
  createWebhook: 'tenant:admin',
  changeWebhook: 'tenant:admin',
  removeWebhook: 'tenant:admin',
  testWebhook: 'tenant:admin',
  listDeliveries: 'tenant:admin',
  getMailPreferences: 'session',
  setMailPreferences: 'session',
  listPublishers: 'tenant:admin',
  createPublisher: 'tenant:admin',
  removePublisher: 'tenant:admin',
  exchangeIdentity: 'open',
  listAudit: 'tenant:admin',
  exportAudit: 'tenant:admin',
  verifyAudit: 'tenant:admin',
  listCheckpoints: 'tenant:admin',

  listSignInWays: 'open',
  startSignIn: 'open',
  finishSignIn: 'open',
  endByProvider: 'open',
  listProviders: 'tenant:admin',
  createProvider: 'tenant:admin',
  changeProvider: 'tenant:admin',
  removeProvider: 'tenant:admin',
  checkProvider: 'tenant:admin',
  scimListUsers: 'tenant:scim',
  scimCreateUser: 'tenant:scim',
  scimGetUser: 'tenant:scim',
  scimReplaceUser: 'tenant:scim',
  scimPatchUser: 'tenant:scim',
  scimDeleteUser: 'tenant:scim',
  scimListGroups: 'tenant:scim',
  scimCreateGroup: 'tenant:scim',
  scimGetGroup: 'tenant:scim',
  scimReplaceGroup: 'tenant:scim',
  scimPatchGroup: 'tenant:scim',
  scimDeleteGroup: 'tenant:scim',
  scimConfig: 'tenant:scim',
  scimResourceTypes: 'tenant:scim',
  scimResourceType: 'tenant:scim',
  scimSchemas: 'tenant:scim',
  scimSchema: 'tenant:scim',

  startDevice: 'open',
  exchangeCode: 'open',
  getProgram: 'session',
  decideProgram: 'session',
  authorizeProgram: 'session',

  openApi: 'open',
  health: 'open',
  readiness: 'open',
  metrics: 'local',
};

/**
 * The writes that a token confined to some items may make, by hand too: each refuses other items itself. Resolving writes
 * nothing.
 */
const confinedWrites: readonly RouteName[] = [
  'publish',
  'publishSet',
  'validate',
  'yank',
  'unyank',
  'deprecate',
  'undeprecate',
  'setOwners',
  'setChannel',
  'removeChannel',
  'flag',
  'unflag',
  'archive',
  'unarchive',
  'postUsage',
  'createDraft',
  'editDraft',
  'reviewDraft',
  'publishDraft',
  'discardDraft',
  'consentToDraft',
  'signOut',
  'resolve',
];

type Outcome = 'passes' | 401 | 403;

/** The outcome for a caller of a route with this demand; open routes admit everybody. */
type Rule = (demand: Exclude<Demand, 'open'>, route: Route) => Outcome;

const refused: Rule = () => 401;
const anybodyOfPublic: Rule = (demand) => (demand === 'browse' ? 'passes' : 401);
const sessionWith =
  (granted: readonly Scope[]): Rule =>
  (demand) =>
    outcomeFor(granted, demand);
const tokenWith =
  (granted: readonly Scope[]): Rule =>
  (demand) =>
    demand === 'session' ? 401 : outcomeFor(granted, demand);
const confined =
  (rule: Rule): Rule =>
  (demand, route) => {
    const outcome = rule(demand, route);
    const isOpen = route.method === 'GET' || confinedWrites.some((name) => routes[name] === route);
    return outcome === 'passes' && !isOpen ? 403 : outcome;
  };
const sessionWithoutCsrf: Rule = (demand, { method }) =>
  method === 'GET' ? outcomeFor(scopes, demand) : 403;

function outcomeFor(granted: readonly Scope[], demand: Exclude<Demand, 'open'>): Outcome {
  // The token of an identity provider is for its routes alone.
  if (demand === 'any') return granted.includes('tenant:scim') ? 403 : 'passes';
  if (demand === 'session') return 'passes';
  const scope = demand === 'browse' ? 'skills:read' : demand === 'local' ? 'tenant:admin' : demand;
  return granted.some((own) => own === scope || included[own]?.includes(scope)) ? 'passes' : 403;
}

/** What a scope includes, by hand too. */
const included: Partial<Readonly<Record<Scope, readonly Scope[]>>> = {
  'skills:publish': ['skills:propose'],
  'skills:curate': ['skills:propose', 'usage:read'],
  'tenant:admin': ['usage:read', 'members:read', 'namespaces:admin'],
};

interface TableCaller {
  readonly headers: Readonly<Record<string, string>>;
  readonly rule: Rule;
}

let app: AccessApp;
let callers: Readonly<Record<string, TableCaller>>;

beforeAll(async () => {
  app = await accessApp({ account: false });
  callers = await makeCallers();
});
afterAll(() => app.registry.close());

async function makeCallers(): Promise<Readonly<Record<string, TableCaller>>> {
  const { registry } = app;
  const acme = await registry.tenant('acme');
  const globex = await registry.tenant('globex');
  await registry.tenant('open', { visibility: 'public' });
  const actor = { tenantId: acme.id, actor: 'service:test', ip: null };
  await app.member(acme, 'stays@example.com', 'admin');

  const named = (tenant: string) => ({ 'x-coppice-tenant': tenant });
  const bearer = (text: string, tenant?: string) => ({
    authorization: `Bearer ${text}`,
    ...(tenant !== undefined && named(tenant)),
  });
  const cookie = (text: string) => ({ cookie: `coppice_session=${text}` });
  const memberToken = async (email: string): Promise<string> => {
    await app.member(acme, email, 'admin');
    return (await app.token(acme, { email, scopes })).text;
  };

  const own = await app.token(acme, { scopes });
  const foreign = await app.token(globex, { scopes });
  const expired = await app.token(acme, { scopes, expiresAt: new Date(registry.clock.now()) });
  const revoked = await app.token(acme, { scopes });
  const ofRevoked = await app.session(acme, { token: revoked.text });
  await revokeToken(registry, actor, { id: revoked.id });
  const removed = await memberToken('removed@example.com');
  const ofRemoved = await app.session(acme, { email: 'removed@example.com' });
  await removeMember(registry, actor, { email: 'removed@example.com' });
  const demoted = await memberToken('demoted@example.com');
  const ofDemoted = await app.session(acme, { email: 'demoted@example.com' });
  await changeRole(registry, actor, { email: 'demoted@example.com' }, 'viewer');
  const disabled = await memberToken('disabled@example.com');
  await registry.unguarded
    .updateTable('users')
    .set({ disabled_at: new Date(registry.clock.now()) })
    .where('email', '=', 'disabled@example.com')
    .execute();
  const suspended = await memberToken('suspended@example.com');
  const ofSuspended = await app.session(acme, { email: 'suspended@example.com' });
  await suspendMember(registry, actor, { email: 'suspended@example.com' });
  const reinstated = await memberToken('reinstated@example.com');
  const ofReinstated = await app.session(acme, { email: 'reinstated@example.com' });
  await suspendMember(registry, actor, { email: 'reinstated@example.com' });
  await reinstateMember(registry, actor, { email: 'reinstated@example.com' }, { overrule: false });
  const confinedToken = await app.token(acme, { scopes, patterns: ['team-*'] });
  const ofConfined = await app.session(acme, { token: confinedToken.text });
  const session = await app.session(acme, { email: 'stays@example.com' });
  const ofToken = await app.session(acme, { token: (await app.token(acme)).text });
  const ended = await app.session(acme, { email: 'stays@example.com' });
  await signOut(registry, { ...ended, ip: null });
  const csrf = ({ principal }: typeof session) => ({ 'x-coppice-csrf': principal.csrf ?? '' });

  const byScope: Record<string, TableCaller> = {};
  for (const scope of allScopes) {
    const { text } = await app.token(acme, { scopes: [scope] });
    byScope[`a token with ${scope}`] = { headers: bearer(text), rule: tokenWith([scope]) };
  }
  return {
    ...byScope,
    'a confined token': { headers: bearer(confinedToken.text), rule: confined(tokenWith(scopes)) },
    'a session of a confined token': {
      headers: { ...cookie(ofConfined.text), ...csrf(ofConfined) },
      rule: confined(sessionWith(scopes)),
    },
    'a token, its tenant named': { headers: bearer(own.text, 'acme'), rule: tokenWith(scopes) },
    'a token, another tenant named': { headers: bearer(own.text, 'globex'), rule: refused },
    'a token, a public tenant named': { headers: bearer(own.text, 'open'), rule: refused },
    'a token, no such tenant named': { headers: bearer(own.text, 'no-such'), rule: refused },
    "another tenant's token": { headers: bearer(foreign.text, 'acme'), rule: refused },
    nobody: { headers: {}, rule: refused },
    'nobody, in a private tenant': { headers: named('acme'), rule: refused },
    'nobody, in a public tenant': { headers: named('open'), rule: anybodyOfPublic },
    'nobody, where there is no tenant': { headers: named('no-such'), rule: refused },
    'a malformed token': { headers: bearer('bogus', 'acme'), rule: refused },
    'a malformed token, in a public tenant': { headers: bearer('bogus', 'open'), rule: refused },
    'another scheme': { headers: { authorization: `Basic ${own.text}` }, rule: refused },
    'an unknown token': {
      headers: bearer(credentialText('token', new Uint8Array(randomByteCount)), 'acme'),
      rule: refused,
    },
    'an expired token': { headers: bearer(expired.text), rule: refused },
    'a revoked token': { headers: bearer(revoked.text), rule: refused },
    'a token whose owner was removed': { headers: bearer(removed), rule: refused },
    'a token whose owner is disabled': { headers: bearer(disabled), rule: refused },
    'a token whose owner is suspended': { headers: bearer(suspended), rule: refused },
    'a token from before a suspension': { headers: bearer(reinstated), rule: refused },
    'a token whose owner was demoted': {
      headers: bearer(demoted),
      rule: tokenWith(['skills:read', 'members:read']),
    },
    'a session': { headers: { ...cookie(session.text), ...csrf(session) }, rule: sessionWith(scopes) },
    'a session, another tenant named': {
      headers: { ...cookie(session.text), ...csrf(session), ...named('globex') },
      rule: refused,
    },
    'a session without its CSRF token': { headers: cookie(session.text), rule: sessionWithoutCsrf },
    "a session with another's CSRF token": {
      headers: { ...cookie(session.text), ...csrf(ofToken) },
      rule: sessionWithoutCsrf,
    },
    'a session of a token': {
      headers: { ...cookie(ofToken.text), ...csrf(ofToken) },
      rule: sessionWith(['skills:read']),
    },
    'a session whose token was revoked': {
      headers: { ...cookie(ofRevoked.text), ...csrf(ofRevoked) },
      rule: refused,
    },
    'a session whose owner was removed': {
      headers: { ...cookie(ofRemoved.text), ...csrf(ofRemoved) },
      rule: refused,
    },
    'a session whose owner is suspended': {
      headers: { ...cookie(ofSuspended.text), ...csrf(ofSuspended) },
      rule: refused,
    },
    'a session from before a suspension': {
      headers: { ...cookie(ofReinstated.text), ...csrf(ofReinstated) },
      rule: refused,
    },
    'a session whose owner was demoted': {
      headers: { ...cookie(ofDemoted.text), ...csrf(ofDemoted) },
      rule: sessionWith(['skills:read', 'members:read']),
    },
    'a session that was ended': { headers: { ...cookie(ended.text), ...csrf(ended) }, rule: refused },
  };
}

test('every route is in the table, and nothing else is', () => {
  expect(Object.keys(demands).sort()).toEqual(Object.keys(routes).sort());
});

describe('who may call', () => {
  for (const [name, route] of Object.entries<Route>(routes)) {
    test(`${name}: ${route.method} ${route.path}`, async () => {
      const demand = Object.entries(demands).find(([known]) => known === name)?.[1];
      if (demand === undefined) throw new Error(`${name} is not in the table`);
      const answered: Record<string, Outcome | number> = {};
      const expected: Record<string, Outcome> = {};
      for (const [caller, { headers, rule }] of Object.entries(callers)) {
        answered[caller] = outcome(await app.request(route.method, sample(route.path), { headers }));
        expected[caller] = demand === 'open' ? 'passes' : rule(demand, route);
      }
      expect(answered).toEqual(expected);
    });
  }
});

/** A caller who passes reaches the handler, or gets the error that the body is missing. */
function outcome({ status, ok }: Response): Outcome | number {
  return ok || status === 400 ? 'passes' : status;
}

const samples: Readonly<Record<string, string>> = {
  namespace: 'design',
  slug: 'lib',
  tenant: 'acme',
  version: '1.0.0',
  channel: 'next',
  code: 'BCDF-GHJK',
  digest: `sha256:${'0'.repeat(64)}`,
  id: '00000000-0000-4000-8000-000000000000',
  path: 'docs/guide.md',
};

function sample(path: string): string {
  return path.replace(/\{(\w+)\*?\}/g, (_, name: string) => samples[name] ?? `no sample of ${name}`);
}
