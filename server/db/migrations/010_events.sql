-- What a notification is about, by its kind: the result, payment, order or broadcast. A user is
-- told of each once. Led by it, since every process looks for the users on its streams there.
alter table notifications add column subject_id bigint;
create unique index notifications_once on notifications (kind, subject_id, user_id)
  where subject_id is not null;
create index notifications_unread on notifications (user_id) where read_at is null;

create table broadcasts (
  id bigint generated always as identity primary key,
  target text not null check (target in ('all', 'user', 'agent', 'admin')),
  message text not null,
  sent_by bigint not null references users,
  created_at timestamptz not null default clock_now()
);

-- When the winners of a finished settlement were told, and who won most in it. What was settled
-- before there was this is not told of now.
alter table settlements
  add column told_at timestamptz,
  add column top_user_id bigint,
  add column top_won_paise bigint;
update settlements set told_at = finished_at;
create index settlements_untold on settlements (result_id)
  where told_at is null and reversed_at is null;

-- Whoever changes a house or a result, by whatever way, says so: every process drops the answers
-- that it keeps of them. Statements that change nothing say so too, which does no harm.
create function say_kept_answers_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('kept_answers', tg_table_name);
  return null;
end $$;

create trigger houses_are_kept after insert or update or delete or truncate on houses
  for each statement execute function say_kept_answers_changed();
create trigger results_are_kept after insert or update or delete or truncate on results
  for each statement execute function say_kept_answers_changed();
