-- Its answer has other columns from here on, which a function that stands cannot be given. It is
-- made from its text when all migrations are done.
drop function if exists place_orders;
