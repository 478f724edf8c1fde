-- The numbers of one-time passwords sent to unknown requesters, and of these requesters' wrong guesses, on all servers
-- by minute. No call writes this table: each server adds its counts and reads the sums every few seconds.
create table otp_minutes (
  kind text not null check (kind in ('sent', 'wrong')),
  minute timestamptz not null,
  count integer not null,
  primary key (kind, minute)
);
