-- A session is renewed while it is used, until an end that nothing moves. Its owner sees their sessions, and needs to
-- recognise them: when each was last used, by which browser, and from where it was opened.

alter table sessions
  add column ends_at timestamptz,
  add column last_used_at timestamptz,
  add column browser text not null default '' check (length(browser) <= 80),
  add column ip inet;
update sessions set ends_at = greatest(expires_at, created_at + interval '90 days'), last_used_at = created_at;
alter table sessions
  alter column ends_at set not null,
  alter column last_used_at set not null,
  add check (expires_at <= ends_at);
