-- Items that another one has absorbed: archived, and their name leads to the other one until they are restored. A draft
-- names the items that it would absorb, and each of them waits for the consent of somebody who may decide about it.

alter table items
  add column absorbed_into text check (absorbed_into ~ '^[a-z0-9][a-z0-9-]{0,63}$'),
  add check (absorbed_into is null or (state = 'archived' and absorbed_into <> slug));

create table draft_absorbs (
  tenant_id bigint not null references tenants on delete cascade,
  draft_id uuid not null,
  item_id bigint not null,
  agreed_by text check (agreed_by <> ''),
  agreed_at timestamptz,
  primary key (tenant_id, draft_id, item_id),
  check ((agreed_by is null) = (agreed_at is null)),
  foreign key (tenant_id, draft_id) references drafts (tenant_id, id) on delete cascade,
  foreign key (tenant_id, item_id) references items (tenant_id, id) on delete cascade
);
create index draft_absorbs_of_item on draft_absorbs (tenant_id, item_id);
