import { expect, test } from 'vitest';
import { type NamespaceRole, type Right, rightTo } from '../../api/rights.js';
import { rightText } from '../../api/rights-text.js';
import { type AssignedRole, rightsOf } from './rights.js';

function row(given: Partial<AssignedRole>): AssignedRole {
  return { namespace: 'design', defaultRole: null, role: null, group: null, ...given };
}

/** What the rights say about `@design/logo`, as a sentence. */
function check(
  about: string,
  tenantRole: NamespaceRole,
  rows: readonly AssignedRole[],
  expected: string,
): void {
  test(about, () => {
    const right = rightTo(rightsOf(tenantRole, rows), '@design/logo');
    expect(right && rightText(right)).toBe(expected);
  });
}

check(
  'without a default, the role in the tenant holds',
  'curator',
  [row({})],
  'curator in @design/*, as in the whole tenant',
);
check(
  'a default replaces the role in the tenant',
  'curator',
  [row({ defaultRole: 'reader' })],
  'reader in @design/*, as everybody',
);
check(
  'an admin of the tenant is one everywhere',
  'admin',
  [row({ defaultRole: 'reader' })],
  'admin in @design/*, as in the whole tenant',
);
check(
  'a role of a group',
  'reader',
  [row({ role: 'publisher', group: 'designers' })],
  'publisher in @design/* through group designers',
);
check('a role of a person', 'reader', [row({ role: 'publisher' })], 'publisher in @design/*');
check(
  'the highest counts',
  'reader',
  [
    row({ role: 'publisher', group: 'designers' }),
    row({ role: 'curator', group: 'leads' }),
    row({ role: 'proposer' }),
  ],
  'curator in @design/* through group leads',
);
check(
  'an equal role of the person is named before that of a group',
  'reader',
  [row({ role: 'publisher' }), row({ role: 'publisher', group: 'designers' })],
  'publisher in @design/*',
);
check(
  'a lower assignment takes nothing away',
  'publisher',
  [row({ role: 'reader' })],
  'publisher in @design/*, as in the whole tenant',
);
check(
  'a default above the assignment',
  'reader',
  [row({ defaultRole: 'curator', role: 'proposer', group: 'designers' })],
  'curator in @design/*, as everybody',
);

test('names without a namespace have the role in the tenant, and an unknown namespace none', () => {
  const rights = rightsOf('proposer', [row({ role: 'admin' })]);
  const whole: Right = { namespace: null, role: 'proposer', from: 'tenant', group: null };
  expect(rightTo(rights, 'logo')).toEqual(whole);
  expect(rightText(whole)).toBe('proposer in names without a namespace, as in the whole tenant');
  expect(rightTo(rights, '@other/logo')).toBeUndefined();
});
