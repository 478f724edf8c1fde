#!/bin/sh
# Creates our own secrets in deploy/secrets, and keeps existing ones. Lists the missing secrets, which others issue.
set -eu
cd "$(dirname "$0")"
mkdir -p secrets
chmod 0700 secrets

make() {
  [ -s "secrets/$1" ] && return
  (umask 077 && printf '%s' "$2" >"secrets/$1")
  echo "made secrets/$1"
}

database=database:5432/ekyc
make postgres-password "$(openssl rand -hex 24)"
make database-url-owner "postgres://ekyc_owner:$(openssl rand -hex 24)@$database"
make database-url-server "postgres://ekyc_server:$(openssl rand -hex 24)@$database"
make database-url-admin "postgres://ekyc_admin:$(openssl rand -hex 24)@$database"
make database-url-auditor "postgres://ekyc_auditor:$(openssl rand -hex 24)@$database"
make database-url-console "postgres://ekyc_console:$(openssl rand -hex 24)@$database"
make watcher-password "$(openssl rand -hex 24)"
make pepper "$(openssl rand -base64 48 | tr -d '\n')"
make outbox-key "$(openssl rand -base64 32)"
make audit-key "$(openssl rand -base64 32)"
make audit-key-console "$(openssl rand -base64 32)"
make bank-secret "whsec_$(openssl rand -base64 32)"

# The servers and the command line verify audit rows of the console, so their list of keys ends with the console's key.
if ! grep -qF "$(cat secrets/audit-key-console)" secrets/audit-key; then
  printf ',%s' "$(cat secrets/audit-key-console)" >>secrets/audit-key
  echo "named the console's key in secrets/audit-key"
fi

# Compose needs a file for every secret; the server treats an empty file as not set.
for optional in kua-certificate.pem oidc-client-secret; do
  [ -e "secrets/$optional" ] || (umask 077 && : >"secrets/$optional")
done

# The containers run as uid 10001, which must be able to read the secrets.
if [ "$(id -u)" = 0 ]; then
  chown -R 10001:10001 secrets
else
  echo "secrets belong to $(id -un): make them readable for uid 10001, or run this as root" >&2
fi

for name in sms-key aua-licence-key asa-licence-key aua-signing-key.pem aua-signing-certificate.pem \
  kua-decryption-key.pem kua-certificate.pem authority-signing-certificate.pem; do
  [ -s "secrets/$name" ] || echo "missing: secrets/$name (issued to you; docs/operations.md, Keys)"
done
