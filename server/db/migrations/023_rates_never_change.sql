-- An order keeps the version of its rates, and processes keep what they have read of a version. It
-- is therefore complete from the start and never changes: a bet type without a rate cannot be paid.
create trigger rates_never_change before update or delete on rates
  for each row execute function refuse_change();
create trigger rates_are_never_emptied before truncate on rates
  execute function refuse_change();

create function refuse_incomplete_rates() returns trigger language plpgsql as $$
begin
  if exists (
    select from rates
    where version in (select version from added)
    group by version
    having count(*) < 4
  ) then
    raise exception 'a version of the rates is added by one statement, with every bet type'
      using errcode = 'check_violation';
  end if;
  return null;
end $$;

create trigger rates_are_complete after insert on rates
  referencing new table as added
  for each statement execute function refuse_incomplete_rates();
