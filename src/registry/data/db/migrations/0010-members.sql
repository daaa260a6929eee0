-- Members have a state, may be provisioned by an identity provider (SCIM), and may get their role from a group. An admin
-- suspends a member, a provider deactivates one: each holds alone, so that neither lifts what the other decided.

alter table memberships
  add column suspended_at timestamptz,
  add column deactivated_at timestamptz,
  -- The principal that provisions this member, `service:SLUG` with the slug of an identity provider; null for a member
  -- whom an admin added.
  add column provisioned_by text check (provisioned_by <> ''),
  -- The id that the provider has for them: signing in through it is compared with this, never with the address.
  add column external_id text check (length(external_id) between 1 and 255),
  -- What the provider said of them: names and addresses.
  add column provided jsonb not null default '{}',
  add column provided_at timestamptz,
  -- The group that gives the role; null for a role that an admin gave.
  add column role_from text,
  add column last_seen_at timestamptz,
  add check (deactivated_at is null or provisioned_by is not null);
create unique index memberships_by_external_id on memberships (tenant_id, external_id);

-- What each group of an identity provider may do, by its name or id as the provider sends it.
create table group_roles (
  tenant_id bigint not null references tenants on delete cascade,
  group_name text not null check (length(group_name) between 1 and 200),
  role text not null check (role in ('viewer', 'publisher', 'curator', 'admin')),
  primary key (tenant_id, group_name)
);

-- Groups that a provider provisions.
create table groups (
  tenant_id bigint not null references tenants on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 1 and 200),
  external_id text check (length(external_id) between 1 and 255),
  provisioned_by text not null check (provisioned_by <> ''),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
create unique index groups_by_name on groups (tenant_id, lower(name));

create table group_members (
  tenant_id bigint not null references tenants on delete cascade,
  group_id uuid not null,
  user_id bigint not null,
  primary key (tenant_id, group_id, user_id),
  foreign key (tenant_id, group_id) references groups (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references memberships (tenant_id, user_id) on delete cascade
);
create index group_members_of_user on group_members (tenant_id, user_id);

-- An invitation to become a member, by a link that works once and for one address.
create table invites (
  id uuid primary key,
  tenant_id bigint not null references tenants on delete cascade,
  hash bytea not null unique check (length(hash) = 32),
  email text not null check (email = lower(email) and length(email) between 3 and 200),
  role text not null check (role in ('viewer', 'publisher', 'curator', 'admin')),
  invited_by text not null check (invited_by <> ''),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create unique index invites_by_address on invites (tenant_id, email);

-- A token of an identity provider has this scope and no other.
alter table tokens drop constraint tokens_scopes_check, add constraint tokens_scopes_check check (
  cardinality(scopes) > 0
  and scopes <@ array['skills:read', 'skills:publish', 'skills:curate', 'tenant:admin', 'tenant:scim']
  and (not 'tenant:scim' = any (scopes) or (scopes <@ array['tenant:scim'] and service is not null))
);
