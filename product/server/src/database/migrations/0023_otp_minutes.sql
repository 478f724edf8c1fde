-- The one-time passwords that unknown requesters were sent, and their wrong guesses at them, of all servers, by minute. No call
-- writes this table: each server adds its counts and reads the sums every few seconds.
create table otp_minutes (
  kind text not null check (kind in ('sent', 'wrong')),
  minute timestamptz not null,
  count integer not null,
  primary key (kind, minute)
);
