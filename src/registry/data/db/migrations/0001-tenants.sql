-- Tenants, the people in them, and what they sign in with. Times come from the server's clock, never from the
-- database, so that a test can say what time it is. Credentials are kept as SHA-256 of a text of 190 random bits or
-- more: nothing to guess, so nothing slower is needed.

create table tenants (
  id bigint generated always as identity primary key,
  slug text not null unique check (slug ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  name text not null default '',
  settings jsonb not null default '{}',
  created_at timestamptz not null
);

create table users (
  id bigint generated always as identity primary key,
  email text not null unique check (email = lower(email) and length(email) between 3 and 200),
  name text not null default '',
  disabled_at timestamptz,
  created_at timestamptz not null
);

create table memberships (
  tenant_id bigint not null references tenants on delete cascade,
  user_id bigint not null references users on delete cascade,
  role text not null check (role in ('viewer', 'publisher', 'curator', 'admin')),
  created_at timestamptz not null,
  primary key (tenant_id, user_id)
);

-- A token belongs to a member, and dies with the membership, or to a service that only the admin command can name.
create table tokens (
  id uuid primary key,
  tenant_id bigint not null references tenants on delete cascade,
  user_id bigint,
  service text check (service ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$'),
  name text not null check (length(name) between 1 and 80),
  prefix text not null,
  hash bytea not null unique check (length(hash) = 32),
  scopes text[] not null check (
    cardinality(scopes) > 0
    and scopes <@ array['skills:read', 'skills:publish', 'skills:curate', 'tenant:admin']
  ),
  patterns text[] not null default '{}',
  created_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  check ((user_id is null) <> (service is null)),
  unique (tenant_id, id),
  foreign key (tenant_id, user_id) references memberships (tenant_id, user_id) on delete cascade
);
create index tokens_of_user on tokens (tenant_id, user_id);

-- Of a browser. It has the rights of the token it was opened with, or of the member's role.
create table sessions (
  id uuid primary key,
  tenant_id bigint not null references tenants on delete cascade,
  user_id bigint,
  token_id uuid,
  hash bytea not null unique check (length(hash) = 32),
  csrf text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  check ((user_id is null) <> (token_id is null)),
  foreign key (tenant_id, user_id) references memberships (tenant_id, user_id) on delete cascade,
  foreign key (tenant_id, token_id) references tokens (tenant_id, id) on delete cascade
);
create index sessions_of_user on sessions (tenant_id, user_id);
create index sessions_of_token on sessions (tenant_id, token_id);

create table sign_in_links (
  hash bytea primary key check (length(hash) = 32),
  tenant_id bigint not null references tenants on delete cascade,
  user_id bigint not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  foreign key (tenant_id, user_id) references memberships (tenant_id, user_id) on delete cascade
);

-- What was done, by whom. Rows are only ever added.
create table audit (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenants on delete cascade,
  at timestamptz not null,
  actor text not null check (actor <> ''),
  action text not null check (action ~ '^[a-z]+(\.[a-z-]+)+$'),
  target text not null,
  details jsonb not null default '{}',
  ip inet
);
create index audit_by_time on audit (tenant_id, id desc);
create index audit_by_action on audit (tenant_id, action, id desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed', tg_table_name using errcode = 'restrict_violation';
end
$$;
create trigger audit_is_append_only before update on audit for each row execute function refuse_change();

-- Deleting is possible only together with the whole tenant.
create function refuse_delete_alone() returns trigger language plpgsql as $$
begin
  if exists (select from tenants where id = old.tenant_id) then
    raise exception 'rows of % are never deleted', tg_table_name using errcode = 'restrict_violation';
  end if;
  return old;
end
$$;
create trigger audit_is_kept before delete on audit for each row execute function refuse_delete_alone();
