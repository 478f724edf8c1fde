-- A session may be bound to a key of the caller (RFC 9449): the SHA-256 thumbprint of the public key (RFC 7638).
alter table sessions add column key_thumbprint bytea;
