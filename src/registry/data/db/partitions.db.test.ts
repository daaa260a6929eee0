import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestRegistry, testRegistry } from '../../registry.fixture.js';
import { dropMonth, listMonths, makePartitions } from './partitions.js';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await testRegistry();
});
afterAll(() => registry.close());

const tables = async () => {
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits
    where inhparent in ('usage_events'::regclass, 'usage_of_projects'::regclass)
  `.execute(registry.unguarded);
  return rows.map(({ name }) => name).sort();
};

test('months are created once, even by several replicas at once, and dropped as a whole', async () => {
  const months = ['2025-12', '2026-01'];
  expect(await listMonths(registry.database)).toEqual([]);
  await Promise.all([1, 2, 3, 4].map(() => makePartitions(registry.database, months)));
  await makePartitions(registry.database, ['2026-01', '2025-11']);
  expect(await listMonths(registry.database)).toEqual(['2025-11', '2025-12', '2026-01']);
  await dropMonth(registry.database, '2025-11');
  await dropMonth(registry.database, '2025-12');
  await dropMonth(registry.database, '2025-12');
  expect(await tables()).toEqual(['usage_events_2026_01', 'usage_of_projects_2026_01']);
});
