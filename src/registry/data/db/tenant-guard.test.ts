import { expect, test } from 'vitest';
import { tenantGuard } from './tenant-guard.fixture.js';

const guard = tenantGuard(['items', 'versions', 'audit']);

test.each([
  'select * from "items" where "tenant_id" = $1',
  'select * from "items" as "i" inner join "versions" as "v" on "v"."tenant_id" = "i"."tenant_id"',
  'select * from items i join versions v using (tenant_id, id) where i.slug = $1',
  'select 1 from versions v where (v.tenant_id, v.id) in (values ($1, $2))',
  'select 1 from versions v where (v.id, v.tenant_id) = ($1, $2)',
  'select 1 from versions where tenant_id in ($1)',
  'select 1 from versions where $1 = tenant_id',
  'insert into "audit" ("tenant_id", "at") values ($1, $2)',
  'insert into "audit" ("at", "tenant_id") values ($1, $2)',
  'update "items" set "state" = $1 where "items"."tenant_id" = $2',
  'delete from versions where tenant_id = $1',
  'select from versions where digest = $1 /* every tenant: bytes are shared by all */',
  'select * from blobs where digest = $1',
  'select * from itemsets',
  'begin',
])('allowed: %s', (text) => expect(() => guard(text)).not.toThrow());

test.each([
  'select * from "items" where "slug" = $1',
  'select "tenant_id" from "items" where "id" = $1',
  'select tenant_id, slug from items order by tenant_id',
  'SELECT * FROM blobs JOIN versions USING (digest)',
  'insert into "audit" ("at") values ($1)',
  'insert into items (slug) select slug from versions returning tenant_id',
  'update items set state = $1',
  'update only items set state = $1',
  'delete from "versions" where "id" = $1',
  'select from versions where digest = $1 /* every tenant:  */',
])('refused: %s', (text) => expect(() => guard(text)).toThrow(/does not name tenant_id/));
