-- How much a caller has reported of an item on a day: from some number on, its reports are kept apart and count for
-- nothing, so that nobody makes an item look used.

create table usage_of_callers (
  tenant_id bigint not null references tenants on delete cascade,
  item_id bigint not null,
  day date not null,
  -- `token:ID` or `user:ID`
  caller text not null,
  count integer not null check (count > 0),
  primary key (tenant_id, day, item_id, caller)
);

alter table usage_by_item add column unverified bigint not null default 0;
