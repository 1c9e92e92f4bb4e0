-- Houses with one name could not be told apart. Case and extra blanks make no other name. Where
-- several have one already, the oldest active one keeps it, and the id is added to the others'.
create function house_name_key(name text) returns text
  language sql immutable parallel safe
as $$
  select lower(regexp_replace(btrim(name), '[\s\u00a0]+', ' ', 'g'))
$$;

do $$
begin
  -- Again until none is left: a name with an id may have been given by hand.
  loop
    update houses
    set name = name || ' (#' || id || ')'
    where id in (
      select id
      from (
        select
          id,
          row_number() over (
            partition by house_name_key(name) order by is_active desc, id
          ) as place
        from houses
      ) placed
      where place > 1
    );
    exit when not found;
  end loop;
end $$;

create unique index houses_name_once on houses (house_name_key(name));
