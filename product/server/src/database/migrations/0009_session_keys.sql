-- The SHA-256 thumbprint (RFC 7638) of the caller's public key, if the session is bound to a key (RFC 9449).
alter table sessions add column key_thumbprint bytea;
