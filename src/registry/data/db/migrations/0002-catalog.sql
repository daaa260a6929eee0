-- Items and their versions. The state is on the item and never on a version, so that archiving one cannot bring an
-- older one back. A version is a fact: it is inserted whole, and only whether it is yanked may change.

create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- unaccent() looks its dictionary up by name and is therefore not immutable; naming it makes the result fixed.
create function plain_text(given text) returns text language sql immutable strict parallel safe as $$
  select lower(public.unaccent('public.unaccent'::regdictionary, given))
$$;

create table items (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenants on delete cascade,
  kind text not null check (kind in ('skill', 'agent', 'command')),
  slug text not null check (slug ~ '^[a-z0-9][a-z0-9-]{0,63}$'),
  state text not null default 'published' check (state in ('published', 'flagged', 'archived')),
  state_reason text not null default '',
  state_at timestamptz not null,
  deprecated_message text check (length(deprecated_message) between 1 and 500),
  deprecated_replacement text,
  -- Of the latest version: the highest that is stable and not yanked, else the highest prerelease that is not yanked.
  latest_id bigint,
  owners text[] not null check (cardinality(owners) > 0),
  use_count bigint not null default 0 check (use_count >= 0),
  last_used_at timestamptz,
  created_at timestamptz not null,
  -- When a version was last published.
  updated_at timestamptz not null,
  -- What is searched, from the latest version: name and slug, then description, tags and when_to_use, then the body.
  search_vector tsvector not null default '',
  search_text text not null default '',
  embedding bytea,
  embedding_model text,
  unique (tenant_id, kind, slug),
  unique (tenant_id, id),
  check (deprecated_message is not null or deprecated_replacement is null)
  -- Counters and states change all the time, the texts seldom. Pages have room for a changed row, and no index has what
  -- changes often: otherwise every use would write all the words of its item into the indexes again.
) with (fillfactor = 50);
create index items_by_update on items (tenant_id, kind, updated_at desc, id);
create index items_words on items using gin (search_vector);
create index items_letters on items using gin (search_text gin_trgm_ops);

create table versions (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenants on delete cascade,
  item_id bigint not null,
  version text not null check (version ~ '^\d+\.\d+\.\d+' and length(version) <= 128),
  digest text not null check (digest ~ '^sha256:[0-9a-f]{64}$'),
  content_digest text not null check (content_digest ~ '^sha256:[0-9a-f]{64}$'),
  size_bytes integer not null check (size_bytes > 0),
  unpacked_bytes integer not null check (unpacked_bytes > 0),
  name text not null,
  description text not null check (length(description) between 1 and 1024),
  when_to_use text,
  tags text[] not null,
  skill_md text not null,
  -- [{path, digest, size_bytes, executable}] in the order of the paths.
  files jsonb not null,
  scan_verdict text not null check (scan_verdict in ('pass', 'review', 'warn', 'block')),
  scan_findings jsonb not null,
  source_repo text,
  source_commit text,
  published_by text not null check (published_by <> ''),
  published_at timestamptz not null,
  yanked_at timestamptz,
  yanked_reason text,
  yanked_by text,
  unique (tenant_id, id),
  foreign key (tenant_id, item_id) references items (tenant_id, id) on delete cascade,
  check ((source_repo is null) = (source_commit is null)),
  check ((yanked_at is null) = (yanked_reason is null) and (yanked_at is null) = (yanked_by is null))
);
-- Versions that differ only in build metadata have the same precedence: the number is one and is burnt once.
create unique index versions_are_burnt on versions (tenant_id, item_id, split_part(version, '+', 1));
create index versions_by_digest on versions (tenant_id, digest);
create index versions_by_tag on versions using gin (tags);

alter table items add foreign key (tenant_id, latest_id) references versions (tenant_id, id)
  deferrable initially deferred;

create function refuse_version_change() returns trigger language plpgsql as $$
begin
  if (to_jsonb(old) - array['yanked_at', 'yanked_reason', 'yanked_by'])
    <> (to_jsonb(new) - array['yanked_at', 'yanked_reason', 'yanked_by']) then
    raise exception 'a published version never changes' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger versions_never_change before update on versions
  for each row execute function refuse_version_change();

-- Numbers of versions that an admin purged: they stay burnt.
create table tombstones (
  tenant_id bigint not null references tenants on delete cascade,
  kind text not null,
  slug text not null,
  version text not null,
  purged_at timestamptz not null,
  purged_by text not null,
  reason text not null,
  primary key (tenant_id, kind, slug, version)
);

-- What a version requires. The target is a name and need not exist yet.
create table dependencies (
  tenant_id bigint not null references tenants on delete cascade,
  version_id bigint not null,
  kind text not null check (kind in ('skill', 'agent', 'command')),
  slug text not null check (slug ~ '^[a-z0-9][a-z0-9-]{0,63}$'),
  range text not null check (length(range) between 1 and 256),
  primary key (tenant_id, version_id, kind, slug),
  foreign key (tenant_id, version_id) references versions (tenant_id, id) on delete cascade
);
create index dependencies_by_target on dependencies (tenant_id, kind, slug);

-- Names for versions, such as `next`.
create table channels (
  tenant_id bigint not null references tenants on delete cascade,
  item_id bigint not null,
  channel text not null check (channel ~ '^[a-z0-9][a-z0-9-]{0,63}$'),
  version_id bigint not null,
  primary key (tenant_id, item_id, channel),
  foreign key (tenant_id, item_id) references items (tenant_id, id) on delete cascade,
  foreign key (tenant_id, version_id) references versions (tenant_id, id) on delete cascade
);

-- The bytes that are in the storage, by digest and therefore shared by all tenants. A row is locked while bytes are
-- referred to or swept away, so that neither happens under the other.
create table blobs (
  digest text primary key check (digest ~ '^sha256:[0-9a-f]{64}$'),
  size_bytes integer not null check (size_bytes > 0),
  stored_at timestamptz not null
);
