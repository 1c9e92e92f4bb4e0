create table payment_methods (
  id bigint generated always as identity primary key,
  direction text not null check (direction in ('deposit', 'withdrawal')),
  name text not null,
  method_type text not null
    check (method_type in ('paytm', 'phonepe', 'googlepay', 'upi', 'card', 'other')),
  icon_url text,
  upi_id text,
  is_active boolean not null default true
);

create table payments (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  kind text not null check (kind in ('deposit', 'withdrawal')),
  amount_paise bigint not null check (amount_paise > 0),
  method_id bigint references payment_methods,
  reference text,
  account_details jsonb,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  reason text,
  created_at timestamptz not null default clock_now(),
  decided_at timestamptz,
  decided_by bigint references users,
  check ((status = 'pending') = (decided_at is null))
);
create unique index payments_reference_once on payments (reference)
  where reference is not null and status <> 'rejected';
create index payments_by_user on payments (user_id, id desc);
create index payments_by_status on payments (status, id);

-- Screenshots apart, so that lists of payments never touch their bytes.
create table payment_proofs (
  payment_id bigint primary key references payments,
  image bytea not null
);
