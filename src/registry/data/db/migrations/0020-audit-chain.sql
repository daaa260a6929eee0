-- The audit log becomes a chain for each tenant: every row has a number and a hash over the hash before it and the row
-- itself, so that a row that is changed, removed or inserted later breaks the chain. The chain is extended when a
-- transaction commits, by a deferred trigger: the one lock that all changes of a tenant need is taken last and held
-- shortest, and cannot be part of a deadlock with the rows that the change has locked.

create table audit_heads (
  tenant_id bigint primary key references tenants on delete cascade,
  -- The last row of the chain.
  number bigint not null,
  hash bytea not null default decode(repeat('00', 32), 'hex') check (length(hash) = 32),
  -- The last row that retention removed: the chain begins after it.
  removed_number bigint not null default 0 check (removed_number <= number),
  removed_hash bytea not null default decode(repeat('00', 32), 'hex') check (length(removed_hash) = 32)
);

create table audit_chain (
  tenant_id bigint not null references tenants on delete cascade,
  number bigint not null check (number > 0),
  audit_id bigint not null unique,
  hash bytea not null check (length(hash) = 32),
  primary key (tenant_id, number)
);

create index audit_by_day on audit (tenant_id, at);

-- What is hashed. The keys of jsonb have one order and one spelling, so the text can be made again from the row.
create function audit_entry(entry audit, number bigint) returns text language sql stable as $$
  select jsonb_build_object(
    'tenant', entry.tenant_id,
    'number', number,
    'at', to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'actor', entry.actor,
    'action', entry.action,
    'target', entry.target,
    'details', entry.details,
    'ip', host(entry.ip)
  )::text
$$;

-- Chains the rows of a tenant from the given one on that are not chained yet: those of this transaction, because every
-- other has chained its own when it was committed. The head is written once, however many rows there are.
create function extend_audit_chain(of_tenant bigint, first_id bigint) returns void language plpgsql as $$
declare
  entry audit;
  last_number bigint;
  last_hash bytea;
begin
  insert into audit_heads as head (tenant_id, number) values (of_tenant, 0)
    on conflict (tenant_id) do update set number = head.number
    returning head.number, head.hash into last_number, last_hash;
  for entry in
    select * from audit where tenant_id = of_tenant and id >= first_id
      and not exists (select from audit_chain where audit_id = audit.id)
    order by id
  loop
    last_number := last_number + 1;
    last_hash := sha256(convert_to(encode(last_hash, 'hex') || E'\n' || audit_entry(entry, last_number), 'UTF8'));
    insert into audit_chain (tenant_id, number, audit_id, hash)
      values (of_tenant, last_number, entry.id, last_hash);
  end loop;
  update audit_heads set number = last_number, hash = last_hash where tenant_id = of_tenant;
end
$$;

-- The rows of before, in the order in which they were written.
select extend_audit_chain(id, 0) from tenants where exists (select from audit where tenant_id = tenants.id);

create function chain_audit() returns trigger language plpgsql as $$
begin
  -- Chained together with an earlier row of the transaction, or restored with its place in the chain.
  if not exists (select from audit_chain where audit_id = new.id) then
    perform extend_audit_chain(new.tenant_id, new.id);
  end if;
  return null;
end
$$;
create constraint trigger audit_is_chained after insert on audit
  deferrable initially deferred for each row execute function chain_audit();
create trigger audit_chain_is_append_only before update on audit_chain
  for each row execute function refuse_change();

-- Deleting is possible together with the whole tenant, and by retention, which moves the beginning of the chain first.
create function refuse_audit_delete() returns trigger language plpgsql as $$
begin
  if exists (select from tenants where id = old.tenant_id) and not exists (
    select from audit_chain join audit_heads using (tenant_id)
    where audit_chain.audit_id = old.id and audit_chain.tenant_id = old.tenant_id
      and audit_chain.number <= audit_heads.removed_number
  ) then
    raise exception 'rows of % are never deleted', tg_table_name using errcode = 'restrict_violation';
  end if;
  return old;
end
$$;
drop trigger audit_is_kept on audit;
create trigger audit_is_kept before delete on audit for each row execute function refuse_audit_delete();

create function refuse_audit_chain_delete() returns trigger language plpgsql as $$
begin
  if exists (select from tenants where id = old.tenant_id) and not exists (
    select from audit_heads where tenant_id = old.tenant_id and old.number <= removed_number
  ) then
    raise exception 'rows of % are never deleted', tg_table_name using errcode = 'restrict_violation';
  end if;
  return old;
end
$$;
create trigger audit_chain_is_kept before delete on audit_chain
  for each row execute function refuse_audit_chain_delete();

-- Signatures over the end of the chain at some time. Whoever rewrites the whole chain cannot make them again.
create table audit_checkpoints (
  tenant_id bigint not null references tenants on delete cascade,
  number bigint not null,
  hash bytea not null check (length(hash) = 32),
  at timestamptz not null,
  -- The first 16 hex digits of the SHA-256 of the public key.
  key_id text not null,
  signature bytea not null check (length(signature) = 64),
  primary key (tenant_id, number)
);
create trigger audit_checkpoints_are_append_only before update on audit_checkpoints
  for each row execute function refuse_change();
