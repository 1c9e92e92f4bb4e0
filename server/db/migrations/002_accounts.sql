create table users (
  id bigint generated always as identity primary key,
  full_name text not null,
  phone text not null constraint users_phone_key unique,
  email text,
  language text not null,
  role text not null default 'user' check (role in ('user', 'agent', 'admin')),
  is_active boolean not null default true,
  is_verified boolean not null default false,
  password_hash text not null,
  created_at timestamptz not null default clock_now()
);

-- A session's token is never stored, only its SHA-256.
create table sessions (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  user_id bigint not null references users on delete cascade,
  user_agent text,
  address text,
  created_at timestamptz not null default clock_now(),
  last_seen_at timestamptz not null default clock_now(),
  expires_at timestamptz not null
);
create index sessions_by_user on sessions (user_id);

-- One code at a time for a user; a new one replaces it.
create table reset_codes (
  user_id bigint primary key references users on delete cascade,
  code_hash bytea not null,
  tries smallint not null default 0,
  expires_at timestamptz not null
);
