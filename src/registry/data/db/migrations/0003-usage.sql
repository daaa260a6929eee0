-- What was used. Events are kept by month and dropped by whole months; the sums by day are kept in the same
-- transaction, survive, and are all that is read. No address, no agent, no content.

create table usage_events (
  tenant_id bigint not null,
  item_id bigint not null,
  version_id bigint,
  event text not null check (event in ('download', 'view', 'install', 'use')),
  count integer not null default 1 check (count > 0),
  user_id bigint,
  token_id uuid,
  project_hash text check (project_hash ~ '^[0-9a-f]{16}$'),
  ts timestamptz not null
) partition by range (ts);
create index usage_events_by_time on usage_events (tenant_id, ts);

-- What a project told of an item on a day: the most that was told counts, so that a repeat adds nothing.
create table usage_of_projects (
  tenant_id bigint not null,
  item_id bigint not null,
  event text not null,
  project_hash text not null,
  day date not null,
  count integer not null check (count > 0),
  primary key (tenant_id, item_id, event, project_hash, day)
) partition by range (day);

create table usage_by_item (
  tenant_id bigint not null references tenants on delete cascade,
  day date not null,
  item_id bigint not null,
  downloads bigint not null default 0,
  views bigint not null default 0,
  installs bigint not null default 0,
  uses bigint not null default 0,
  primary key (tenant_id, day, item_id),
  foreign key (tenant_id, item_id) references items (tenant_id, id) on delete cascade
);
create index usage_by_item_days on usage_by_item (tenant_id, item_id, day);

create table usage_by_day (
  tenant_id bigint not null references tenants on delete cascade,
  day date not null,
  downloads bigint not null default 0,
  views bigint not null default 0,
  installs bigint not null default 0,
  uses bigint not null default 0,
  -- Items with a download, a view or a use.
  unique_items bigint not null default 0,
  primary key (tenant_id, day)
);
