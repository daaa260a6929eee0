-- What members report about a change of a skill that several of them have, such as the same note: how many episodes went
-- badly on the days before and after it. Days are counted from the change, so a row has no date, no name and no text; the
-- digest says only whether two changes are the same. A machine's report replaces its earlier one.

create table effect_counts (
  tenant_id bigint not null references tenants on delete cascade,
  digest text not null check (digest ~ '^sha256:[0-9a-f]{64}$'),
  reported_by text not null check (reported_by <> ''),
  machine text not null check (machine ~ '^[0-9a-f]{16}$'),
  day smallint not null check (day between -35 and 28 and day <> 0),
  loads integer not null check (loads between 1 and 200),
  bad integer not null check (bad between 0 and loads),
  -- The other skills that the same agents used on that day.
  other_loads integer not null check (other_loads between 0 and 10000),
  other_bad integer not null check (other_bad between 0 and other_loads),
  reported_on date not null,
  primary key (tenant_id, digest, reported_by, machine, day)
);
create index effect_counts_by_reporter on effect_counts (tenant_id, reported_by, digest);
create index effect_counts_by_age on effect_counts (tenant_id, reported_on);
