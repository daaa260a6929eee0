-- Names of items may have a namespace (`@team/skill`), in which people, services and groups have roles of their own.

create table namespaces (
  tenant_id bigint not null references tenants on delete cascade,
  name text not null check (name ~ '^[a-z0-9][a-z0-9-]{0,38}$'),
  description text not null default '' check (length(description) <= 500),
  -- What everybody is there; null for the role that they have in the tenant.
  default_role text check (default_role in ('reader', 'proposer', 'publisher', 'curator', 'admin')),
  -- The approvals that a publish needs (api/rights.ts); null for none.
  require_approval jsonb,
  created_at timestamptz not null,
  primary key (tenant_id, name)
);

-- A role belongs to a member, to a service, or to a group by the name or id that the identity provider has for it.
create table namespace_roles (
  tenant_id bigint not null references tenants on delete cascade,
  namespace text not null,
  user_id bigint,
  service text check (length(service) between 1 and 80),
  group_name text check (length(group_name) between 1 and 200),
  role text not null check (role in ('reader', 'proposer', 'publisher', 'curator', 'admin')),
  check (num_nonnulls(user_id, service, group_name) = 1),
  foreign key (tenant_id, namespace) references namespaces (tenant_id, name) on delete cascade,
  foreign key (tenant_id, user_id) references memberships (tenant_id, user_id) on delete cascade
);
create unique index namespace_roles_of_users on namespace_roles (tenant_id, namespace, user_id)
  where user_id is not null;
create unique index namespace_roles_of_services on namespace_roles (tenant_id, namespace, service)
  where service is not null;
create unique index namespace_roles_of_groups on namespace_roles (tenant_id, namespace, group_name)
  where group_name is not null;

-- The groups that came with the last sign-in, of members whom no directory provisions.
alter table memberships add column sign_in_groups text[] not null default '{}';

alter table items
  drop constraint items_slug_check,
  add constraint items_slug_check check (slug ~ '^(@[a-z0-9][a-z0-9-]{0,38}/)?[a-z0-9][a-z0-9-]{0,63}$'),
  drop constraint items_absorbed_into_check,
  add constraint items_absorbed_into_check
    check (absorbed_into ~ '^(@[a-z0-9][a-z0-9-]{0,38}/)?[a-z0-9][a-z0-9-]{0,63}$');
alter table dependencies
  drop constraint dependencies_slug_check,
  add constraint dependencies_slug_check
    check (slug ~ '^(@[a-z0-9][a-z0-9-]{0,38}/)?[a-z0-9][a-z0-9-]{0,63}$');
alter table drafts
  drop constraint drafts_slug_check,
  add constraint drafts_slug_check check (slug ~ '^(@[a-z0-9][a-z0-9-]{0,38}/)?[a-z0-9][a-z0-9-]{0,63}$');

-- Who may only propose.
alter table memberships
  drop constraint memberships_role_check,
  add constraint memberships_role_check
    check (role in ('viewer', 'proposer', 'publisher', 'curator', 'admin'));
alter table invites
  drop constraint invites_role_check,
  add constraint invites_role_check check (role in ('viewer', 'proposer', 'publisher', 'curator', 'admin'));
alter table group_roles
  drop constraint group_roles_role_check,
  add constraint group_roles_role_check
    check (role in ('viewer', 'proposer', 'publisher', 'curator', 'admin'));
alter table tokens drop constraint tokens_scopes_check, add constraint tokens_scopes_check check (
  cardinality(scopes) > 0
  and scopes <@ array[
    'skills:read', 'skills:propose', 'skills:publish', 'skills:curate', 'usage:read', 'members:read',
    'namespaces:admin', 'tenant:admin', 'tenant:scim'
  ]
  and (not 'tenant:scim' = any (scopes) or (scopes <@ array['tenant:scim'] and service is not null))
);
