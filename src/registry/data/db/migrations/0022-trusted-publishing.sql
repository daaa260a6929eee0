-- Publishing from CI without a stored secret: which runs of which repository are trusted with which slugs, which identity
-- tokens were used already, and which run a version comes from.

create table trusted_publishers (
  id uuid primary key,
  tenant_id bigint not null references tenants on delete cascade,
  -- What it publishes belongs to `service:ci.NAME`.
  name text not null check (name ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  provider text not null check (provider in ('github', 'gitlab', 'forgejo', 'other')),
  issuer text not null,
  -- The claims that a run must have, with exactly these values.
  claims jsonb not null check (jsonb_typeof(claims) = 'object'),
  slugs text[] not null check (cardinality(slugs) > 0),
  -- The public keys of an issuer that the registry cannot reach.
  jwks jsonb,
  created_by text not null,
  created_at timestamptz not null,
  unique (tenant_id, name)
);

-- Each identity token is exchanged once. Rows go when the token has expired.
create table used_identity_tokens (
  hash bytea primary key check (length(hash) = 32),
  expires_at timestamptz not null
);
create index used_identity_tokens_by_expiry on used_identity_tokens (expires_at);

alter table tokens add column ci_run jsonb;
alter table versions add column ci_run jsonb;
