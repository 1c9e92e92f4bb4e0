-- What admins did: one row a change, written in the transaction of the change. Without an admin it
-- was the operator, by a command on the server. Amounts in paise; json keeps fields in their order.
create table audit (
  id bigint generated always as identity primary key,
  admin_id bigint references users,
  action text not null,
  subject_kind text not null,
  subject_id bigint not null,
  before json,
  after json,
  address text,
  user_agent text,
  created_at timestamptz not null default clock_now(),
  check (num_nonnulls(before, after) > 0),
  check ((admin_id is null) = (address is null))
);
create index audit_by_admin on audit (admin_id, id desc);
create index audit_by_kind on audit (subject_kind, id desc);
create index audit_by_subject on audit (subject_kind, subject_id, id desc);

create trigger audit_is_append_only before update or delete on audit
  for each row execute function refuse_change();
create trigger audit_is_never_emptied before truncate on audit
  execute function refuse_change();

-- A broadcast carries the key under which it was asked for, and what was answered: sent twice, it
-- arrives once.
alter table broadcasts
  add column idempotency_key uuid,
  add column recipients integer;
create unique index broadcasts_once on broadcasts (sent_by, idempotency_key);
