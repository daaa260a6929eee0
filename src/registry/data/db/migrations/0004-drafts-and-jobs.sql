-- Drafts with every revision of theirs, and what the server still has to do or did last.

create table drafts (
  id uuid primary key,
  tenant_id bigint not null references tenants on delete cascade,
  kind text not null check (kind in ('skill', 'agent', 'command')),
  slug text not null check (slug ~ '^[a-z0-9][a-z0-9-]{0,63}$'),
  state text not null default 'pending' check (state in ('pending', 'published', 'discarded')),
  origin text not null check (origin in ('cli', 'evolver', 'web', 'agent')),
  notes text not null default '',
  revision integer not null default 1 check (revision > 0),
  similar_items jsonb not null default '[]',
  created_by text not null,
  created_at timestamptz not null,
  reviewed_by text,
  reviewed_at timestamptz,
  published_id bigint,
  unique (tenant_id, id),
  check ((state = 'pending') = (reviewed_at is null)),
  check ((state = 'published') = (published_id is not null)),
  foreign key (tenant_id, published_id) references versions (tenant_id, id)
);
create index drafts_by_state on drafts (tenant_id, state, created_at desc, id);

create table draft_revisions (
  tenant_id bigint not null references tenants on delete cascade,
  draft_id uuid not null,
  revision integer not null check (revision > 0),
  digest text not null check (digest ~ '^sha256:[0-9a-f]{64}$'),
  content_digest text not null,
  size_bytes integer not null,
  description text not null,
  when_to_use text,
  tags text[] not null,
  skill_md text not null,
  edited_by text not null,
  edited_at timestamptz not null,
  primary key (tenant_id, draft_id, revision),
  foreign key (tenant_id, draft_id) references drafts (tenant_id, id) on delete cascade
);
create index draft_revisions_by_digest on draft_revisions (digest);

-- Work that follows a change, written with the change and done after it: the mirror, the embeddings.
create table outbox (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenants on delete cascade,
  topic text not null check (topic in ('mirror', 'embedding')),
  payload jsonb not null,
  created_at timestamptz not null,
  attempts integer not null default 0,
  next_at timestamptz not null,
  last_error text,
  done_at timestamptz
);
create index outbox_due on outbox (topic, next_at, id) where done_at is null;

create table job_runs (
  name text primary key,
  last_run_at timestamptz not null,
  last_result jsonb not null default '{}'
);

-- Counts of a rate limit that replicas share. Worth nothing after a crash, so not logged.
create unlogged table rate_windows (
  key text not null,
  window_start timestamptz not null,
  count integer not null,
  primary key (key, window_start)
);
