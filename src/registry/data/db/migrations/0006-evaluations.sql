-- What publishers claim about the content of a skill: how well agents did with it, and how much better than without. A
-- claim belongs to bytes, not to a number of a version: other bytes have none. Each publisher has one per agent, the last.

create table evaluations (
  tenant_id bigint not null references tenants on delete cascade,
  content_digest text not null check (content_digest ~ '^sha256:[0-9a-f]{64}$'),
  agent text not null check (agent ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  claimed_by text not null check (claimed_by <> ''),
  claimed_at timestamptz not null,
  model text check (length(model) between 1 and 100),
  ran_at timestamptz not null,
  -- NaN is above every number, so these exclude it.
  score double precision not null check (score between 0 and 1),
  difference double precision check (difference between -1 and 1),
  difference_low double precision check (difference_low between -1 and difference),
  difference_high double precision check (difference_high between difference and 1),
  against text check (against in ('without', 'old')),
  verdict text not null check (verdict in ('helps', 'harms', 'no-verdict')),
  cases integer not null check (cases > 0),
  runs integer not null check (runs > 0),
  primary key (tenant_id, content_digest, agent, claimed_by),
  check (num_nulls(difference, difference_low, difference_high, against) in (0, 4))
);
