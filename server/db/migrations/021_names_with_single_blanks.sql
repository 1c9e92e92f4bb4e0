-- Screens show several blanks in a row as one, and users are searched by what is shown.
update users
set full_name = regexp_replace(full_name, '[\s\u00a0]+', ' ', 'g')
where full_name ~ '\s{2}|\u00a0';
