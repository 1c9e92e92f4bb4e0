-- An order that was split off another one (docs/decisions/049) names it. Its stake is part of the
-- other's ledger row.
alter table orders add column split_from bigint;
