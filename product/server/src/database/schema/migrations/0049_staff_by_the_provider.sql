-- The bank's staff sign in by the bank's provider alone, so their passkeys and one-time links have left. A person who
-- came by a passkey has a new account from the first sign-in at the provider on, and this one is closed.
drop table staff_passkeys;
drop table staff_enrolments;
delete from staff_sessions where means <> 'provider';
alter table staff_sessions drop column means;
update staff set disabled_on = now(), version = version + 1 where issuer is null and disabled_on is null;

-- The proofs of who acts, each valid once and for one act. content_hash is a hash of the act and its input.
drop table staff_challenges;
create table staff_proofs (
  proof_hash bytea primary key,
  staff_id uuid not null references staff (id) on delete cascade,
  content_hash bytea not null,
  made_on timestamptz not null,
  proven_on timestamptz,
  expires_on timestamptz not null,
  mac bytea
);
create index staff_proofs_expire on staff_proofs (expires_on);
