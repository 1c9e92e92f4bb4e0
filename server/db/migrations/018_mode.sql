-- The mode in which the product was first started on this database, and which it keeps.
create table operation (
  only_row boolean primary key default true check (only_row),
  mode text not null check (mode in ('demo', 'licensed'))
);
