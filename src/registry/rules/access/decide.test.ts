import { describe, expect, test } from 'vitest';
import { type NamespaceRole, namespaceRoles } from '../../api/rights.js';
import { type Act, acts, decide } from './decide.js';
import { effectiveScopes, scopesOf } from './permissions.js';
import { rightsOf } from './rights.js';

interface Given {
  readonly tenantRole?: 'viewer' | 'proposer' | 'publisher' | 'curator' | 'admin';
  /** The role in `@design`. */
  readonly role?: NamespaceRole | null;
  readonly defaultRole?: NamespaceRole | null;
  readonly patterns?: readonly string[];
  readonly token?: Parameters<typeof effectiveScopes>[0];
}

function principal({ tenantRole = 'viewer', role = null, defaultRole = null, patterns = [], token }: Given) {
  const assigned = [{ namespace: 'design', defaultRole, role, group: null }];
  const rights = rightsOf(tenantRole === 'viewer' ? 'reader' : tenantRole, assigned);
  const own = scopesOf(tenantRole, rights);
  return {
    name: 'user:ada@example.com',
    patterns,
    rights,
    scopes: token ? effectiveScopes(token, own) : own,
  };
}

function allowed(given: Given, slug: string, owners?: readonly string[]): string {
  return acts.filter((act) => decide(principal(given), act, { slug, owners }).allowed).join(' ');
}

const own = ['user:ada@example.com', 'service:ci'];
const foreign = ['user:bob@example.com'];

describe('by the role in the namespace', () => {
  const rows: readonly (readonly [NamespaceRole, foreign: string, own: string])[] = [
    ['reader', '', ''],
    ['proposer', 'propose', 'propose'],
    ['publisher', 'propose publish', 'propose publish manage'],
    ['curator', 'propose publish manage curate', 'propose publish manage curate'],
    ['admin', acts.join(' '), acts.join(' ')],
  ];
  test('every role has a row', () => {
    expect(rows.map(([role]) => role)).toEqual(namespaceRoles);
  });
  test.each(rows)('%s', (role, ofOthers, ofOwn) => {
    expect(allowed({ role }, '@design/logo', foreign)).toBe(ofOthers);
    expect(allowed({ role }, '@design/logo', own)).toBe(ofOwn);
    expect(allowed({ defaultRole: role }, '@design/logo', foreign)).toBe(ofOthers);
    expect(allowed({ role }, 'logo', own)).toBe('');
    expect(allowed({ role }, '@other/logo', own)).toBe('');
  });
});

describe('without a namespace, by the role in the tenant and by owner', () => {
  const rows: readonly (readonly [NonNullable<Given['tenantRole']>, foreign: string, own: string])[] = [
    ['viewer', '', ''],
    ['proposer', 'propose', 'propose'],
    ['publisher', 'propose', 'propose publish manage'],
    ['curator', 'propose curate', 'propose publish manage curate'],
    ['admin', acts.join(' '), acts.join(' ')],
  ];
  test.each(rows)('%s', (tenantRole, ofOthers, ofOwn) => {
    expect(allowed({ tenantRole }, 'logo', foreign)).toBe(ofOthers);
    expect(allowed({ tenantRole }, 'logo', own)).toBe(ofOwn);
    // Nobody owns what does not exist yet.
    expect(allowed({ tenantRole }, 'logo')).toBe(ofOwn);
  });
});

test('a default role holds for everybody but an admin of the tenant', () => {
  expect(allowed({ tenantRole: 'curator', defaultRole: 'reader' }, '@design/logo', own)).toBe('');
  expect(allowed({ tenantRole: 'admin', defaultRole: 'reader' }, '@design/logo', foreign)).toBe(
    acts.join(' '),
  );
});

test('a token does what its scopes allow, and no more than its owner may', () => {
  const admin = { tenantRole: 'admin' } as const;
  expect(allowed({ ...admin, token: ['skills:propose'] }, '@design/logo', foreign)).toBe('propose');
  expect(allowed({ ...admin, token: ['skills:publish'] }, '@design/logo', foreign)).toBe(
    'propose publish manage',
  );
  expect(allowed({ ...admin, token: ['tenant:admin'] }, 'logo', own)).toBe('administer');
  expect(allowed({ role: 'publisher', token: ['skills:curate', 'tenant:admin'] }, '@design/logo', own)).toBe(
    'propose',
  );
});

test('patterns confine everything', () => {
  const confined = { tenantRole: 'admin', patterns: ['@design/*'] } as const;
  expect(allowed(confined, '@design/logo', foreign)).toBe(acts.join(' '));
  expect(allowed(confined, 'logo', own)).toBe('');
});

describe('a refusal says why, and whom to ask', () => {
  const refusal = (given: Given, act: Act, slug: string, owners?: readonly string[]) => {
    const decision = decide(principal(given), act, { slug, owners });
    return decision.allowed ? 'allowed' : `${decision.message}; ${decision.hint}`;
  };
  test('the role', () => {
    expect(refusal({ role: 'proposer', defaultRole: 'reader' }, 'publish', '@design/logo')).toBe(
      'user:ada@example.com is proposer in @design/*, and cannot publish `@design/logo`; ask an admin to make you a publisher there',
    );
  });
  test('the owner', () => {
    expect(refusal({ tenantRole: 'publisher' }, 'publish', 'logo', foreign)).toBe(
      'user:ada@example.com does not own this item; ask an owner (user:bob@example.com) or an admin',
    );
    expect(refusal({ role: 'publisher' }, 'manage', '@design/logo', foreign)).toContain(
      'ask an owner (user:bob@example.com) or a curator of @design',
    );
  });
  test('the namespace', () => {
    expect(refusal({ tenantRole: 'admin' }, 'publish', '@typo/logo')).toContain(
      'there is no namespace @typo',
    );
  });
});
