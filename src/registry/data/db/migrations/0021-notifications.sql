-- Webhooks and mail. Both follow the chain of the audit log, which has every change once and in the order of the commits:
-- no change has to know who wants to hear of it.

create table webhooks (
  id uuid primary key,
  tenant_id bigint not null references tenants on delete cascade,
  url text not null check (length(url) between 1 and 2000),
  -- Encrypted, and bound to this row.
  secret text not null,
  events text[] not null check (cardinality(events) > 0),
  enabled boolean not null default true,
  created_by text not null,
  created_at timestamptz not null,
  unique (tenant_id, id)
);
create index webhooks_of_tenant on webhooks (tenant_id, created_at);

create table webhook_deliveries (
  id uuid primary key,
  tenant_id bigint not null,
  webhook_id uuid not null,
  event text not null,
  -- The bytes that are sent and signed.
  body text not null,
  created_at timestamptz not null,
  attempts integer not null default 0,
  last_at timestamptz,
  -- Of the last attempt: the status of the answer, or why there was none.
  last_status integer,
  last_error text,
  outcome text check (outcome in ('delivered', 'failed')),
  foreign key (tenant_id, webhook_id) references webhooks (tenant_id, id) on delete cascade
);
create index webhook_deliveries_by_time on webhook_deliveries (tenant_id, webhook_id, created_at desc, id);

-- Up to where the chain of a tenant was followed.
create table notified_audit (
  tenant_id bigint primary key references tenants on delete cascade,
  number bigint not null
);
insert into notified_audit (tenant_id, number) select tenant_id, number from audit_heads;

-- What a member wants no mail about.
create table mail_preferences (
  tenant_id bigint not null,
  user_id bigint not null,
  muted text[] not null,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references memberships (tenant_id, user_id) on delete cascade
);

alter table outbox drop constraint outbox_topic_check;
alter table outbox add constraint outbox_topic_check check (topic in ('mirror', 'embedding', 'webhook', 'mail'));
