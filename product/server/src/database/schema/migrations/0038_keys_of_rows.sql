-- The MACs of rows that let somebody in. A row without its MAC opens nothing: an agent adds a passkey of before again by
-- an OTP, and a person of the bank signs in again.
alter table passkeys add column mac bytea;
alter table staff_sessions add column mac bytea;
alter table staff_challenges add column mac bytea;

-- The agents to whom the bank sends an OTP. The console and the command line ask, and a server makes the code.
create table otp_requests (
  mobile text primary key,
  asked_on timestamptz not null
);
