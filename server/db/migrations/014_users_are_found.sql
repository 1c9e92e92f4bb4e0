-- Admins look for users by a part of the name, the phone or the email. What may stand in an index
-- must never change: these functions are not replaced, and use nothing but what is built in.
create function search_text(full_name text, phone text, email text) returns text
  language sql immutable parallel safe
as $$
  select lower(full_name || E'\n' || phone || E'\n' || coalesce(email, ''))
$$;

-- Every three letters that stand side by side. A text holds another only if it has all of its.
create function search_grams(sought text) returns text[]
  language sql immutable strict parallel safe
as $$
  select coalesce(array_agg(distinct substr(sought, place, 3)), '{}')
  from generate_series(1, length(sought) - 2) as place
$$;

create index users_by_grams on users
  using gin (search_grams(search_text(full_name, phone, email)));

create index users_by_role on users (role, id);
