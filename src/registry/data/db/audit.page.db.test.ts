import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestRegistry, testRegistry } from '../../registry.fixture.js';
import type { Tenant } from '../../rules/access/principal.js';
import { encodeCursor } from '../../rules/cursor.js';
import { type AuditQuery, readAudit, writeAudit } from './audit.js';

let registry: TestRegistry;
let acme: Tenant;

beforeAll(async () => {
  registry = await testRegistry();
  acme = await registry.tenant('acme');
  const globex = await registry.tenant('globex');
  for (let at = 1; at <= 7; at += 1) {
    for (const tenantId of [acme.id, globex.id]) {
      const actor = { tenantId, actor: at % 2 === 0 ? 'service:even' : 'service:odd', ip: '192.0.2.1' };
      await writeAudit(registry.database, actor, at, {
        action: at > 4 ? 'item.flag' : 'item.archive',
        target: `${at}`,
      });
    }
  }
});
afterAll(() => registry.close());

/** All pages of two, as targets. */
async function pages(query: Partial<AuditQuery>): Promise<readonly (readonly string[])[]> {
  const found: string[][] = [];
  for (let cursor: string | undefined; ; ) {
    const { rows, nextCursor } = await readAudit(registry.database, acme.id, { limit: 2, ...query, cursor });
    found.push(rows.map(({ target }) => target));
    if (nextCursor === null) return found;
    cursor = nextCursor;
  }
}

function check(what: string, query: Partial<AuditQuery>, expected: readonly (readonly string[])[]): void {
  test(`pages of ${what}`, async () => {
    expect(await pages(query)).toEqual(expected);
  });
}

check('everything, newest first', {}, [['7', '6'], ['5', '4'], ['3', '2'], ['1']]);
check('one action', { action: 'item.archive' }, [
  ['4', '3'],
  ['2', '1'],
]);
check('one actor', { actor: 'service:even' }, [['6', '4'], ['2']]);
check('one actor and action', { actor: 'service:even', action: 'item.flag' }, [['6']]);
check('one target', { target: '5' }, [['5']]);
check('nothing', { action: 'no.such' }, [[]]);

test('rows that are added meanwhile neither repeat nor hide a row', async () => {
  const { nextCursor } = await readAudit(registry.database, acme.id, { limit: 2, action: 'item.archive' });
  const actor = { tenantId: acme.id, actor: 'service:even', ip: null };
  await writeAudit(registry.database, actor, 8, { action: 'item.restore', target: 'late' });
  const next = await readAudit(registry.database, acme.id, {
    limit: 2,
    action: 'item.archive',
    cursor: nextCursor ?? '',
  });
  expect(next.rows.map(({ target }) => target)).toEqual(['2', '1']);
});

test('a cursor of another list is refused', async () => {
  const { nextCursor } = await readAudit(registry.database, acme.id, { limit: 2, actor: 'service:even' });
  const about = ['audit', undefined, undefined, undefined, undefined, undefined];
  const madeUp = [['1'], [1.5], [1e300], []].map((values) => encodeCursor(values, about));
  for (const cursor of ['', 'x', nextCursor ?? '', ...madeUp])
    await expect(readAudit(registry.database, acme.id, { limit: 2, cursor })).rejects.toMatchObject({
      code: 'bad-value',
    });
});
