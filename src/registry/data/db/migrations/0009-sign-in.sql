-- Signing in with a provider of identities (OpenID Connect), and signing a program in from a browser. A person is known by
-- what the provider calls them (issuer and subject), never by their address: addresses change hands.

-- `settings` are those of rules/access/provider-settings.ts. `secret` is sealed with a key that the database does not have.
create table identity_providers (
  tenant_id bigint not null references tenants on delete cascade,
  slug text not null check (slug ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  issuer text not null check (length(issuer) between 1 and 500),
  client_id text not null check (length(client_id) between 1 and 200),
  secret text,
  settings jsonb not null default '{}',
  created_at timestamptz not null,
  primary key (tenant_id, slug)
);

-- Belongs to a membership, and ends with it. `external_id` is the claim by which the directory (SCIM) knows the person.
create table identities (
  tenant_id bigint not null references tenants on delete cascade,
  issuer text not null check (length(issuer) between 1 and 500),
  subject text not null check (length(subject) between 1 and 255),
  user_id bigint not null,
  external_id text check (length(external_id) between 1 and 255),
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (tenant_id, issuer, subject),
  foreign key (tenant_id, user_id) references memberships (tenant_id, user_id) on delete cascade
);
create index identities_of_user on identities (tenant_id, user_id);

-- What opened a session, so that the provider can end it: its sessions, or all of a person.
alter table sessions
  add column provider text,
  add column issuer text,
  add column subject text,
  add column provider_session text check (length(provider_session) between 1 and 255),
  add check ((provider is null) = (issuer is null) and (issuer is null) = (subject is null)),
  add foreign key (tenant_id, issuer, subject) references identities (tenant_id, issuer, subject) on delete cascade;
create index sessions_of_identity on sessions (tenant_id, issuer, subject) where issuer is not null;

-- Between the way to a provider and the way back. The state is known to the provider's pages, `browser_hash` only to the
-- browser that began; the answer is used once. `outcome` is the verified identity while the person is asked whether to end
-- the session that the browser has.
create table sign_in_attempts (
  state_hash bytea primary key check (length(state_hash) = 32),
  tenant_id bigint not null references tenants on delete cascade,
  provider text not null,
  issuer text not null,
  browser_hash bytea not null check (length(browser_hash) = 32),
  nonce text not null,
  verifier text not null,
  redirect_uri text not null,
  back text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  answered_at timestamptz,
  outcome jsonb
);
create index sign_in_attempts_by_end on sign_in_attempts (expires_at);

-- A program that waits for a person to approve it in their browser: with a code that the person types (device), or with a
-- redirect to an address of the same machine (loopback). It has no tenant before a person of one has decided.
create table program_sign_ins (
  id uuid primary key,
  tenant_id bigint references tenants on delete cascade,
  user_id bigint,
  code_hash bytea unique check (length(code_hash) = 32),
  user_code text unique,
  redirect_uri text,
  challenge text,
  program text not null check (length(program) between 1 and 80),
  scopes text[] not null,
  ip inet,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  polled_at timestamptz,
  decided_at timestamptz,
  approved boolean not null default false,
  check (not approved or (decided_at is not null and user_id is not null)),
  foreign key (tenant_id, user_id) references memberships (tenant_id, user_id) on delete cascade
);
create index program_sign_ins_by_end on program_sign_ins (expires_at);
