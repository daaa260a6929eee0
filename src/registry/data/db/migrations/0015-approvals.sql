-- A draft can wait for approvals. Each is about the content and the name that were read, and counts only while the draft has
-- them. A publish that needs approvals becomes a draft that remembers what it would have been.

create table draft_reviews (
  tenant_id bigint not null references tenants on delete cascade,
  draft_id uuid not null,
  reviewer text not null check (reviewer <> ''),
  verdict text not null check (verdict in ('approve', 'request-changes')),
  comment text not null default '' check (length(comment) <= 10000),
  slug text not null,
  content_digest text not null,
  revision integer not null check (revision > 0),
  at timestamptz not null,
  -- The latest word of each reviewer.
  primary key (tenant_id, draft_id, reviewer),
  foreign key (tenant_id, draft_id) references drafts (tenant_id, id) on delete cascade
);

alter table drafts
  add column wanted_version text check (length(wanted_version) <= 128),
  add column source_repo text,
  add column source_commit text,
  add check ((source_repo is null) = (source_commit is null));
