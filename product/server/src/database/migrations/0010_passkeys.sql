-- The public keys of passkeys (WebAuthn), by which agents log in instead of by a password.
create table passkeys (
  agent_id uuid not null references agents (id),
  credential_id bytea not null,
  public_key bytea not null,
  sign_count bigint not null,
  created_on timestamptz not null,
  primary key (agent_id, credential_id)
);

-- The challenges that passkeys sign, each valid once. A mobile number that belongs to no agent gets challenges too.
create table passkey_challenges (
  mobile text not null,
  challenge_hash bytea not null,
  purpose text not null,
  address text not null,
  expires_on timestamptz not null,
  primary key (mobile, challenge_hash)
);
create index passkey_challenges_by_end on passkey_challenges (expires_on);
