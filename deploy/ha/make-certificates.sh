#!/bin/sh
# Makes the certificate authority of the machines, and a certificate for each given machine:
#   deploy/ha/make-certificates.sh machine-1=10.0.0.1 machine-2=10.0.0.2 …
# An existing authority or certificate stays. Copy tls/NAME to the machine NAME, and authority/ to no machine.
set -eu
umask 077
cd "$(dirname "$0")"
mkdir -p authority tls
[ -s authority/key.pem ] || openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 3650 \
  -subj '/CN=ekyc machines' -keyout authority/key.pem -out authority/certificate.pem 2>/dev/null
for machine; do
  name=${machine%%=*} address=${machine#*=} folder=tls/${machine%%=*}
  [ -s "$folder/machine.pem" ] && continue
  mkdir -p "$folder"
  # Clients of a machine's own database proxy connect to 127.0.0.1 and get the certificate of the primary's machine.
  printf 'subjectAltName=DNS:%s,DNS:localhost,IP:%s,IP:127.0.0.1\nextendedKeyUsage=serverAuth,clientAuth\n' \
    "$name" "$address" >"$folder/extensions"
  openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj "/CN=$name" \
    -keyout "$folder/machine.key" -out "$folder/request" 2>/dev/null
  openssl x509 -req -in "$folder/request" -CA authority/certificate.pem -CAkey authority/key.pem -CAcreateserial \
    -days "${DAYS:-825}" -extfile "$folder/extensions" -out "$folder/machine.pem" 2>/dev/null
  cp authority/certificate.pem "$folder/authority.pem"
  rm "$folder/request" "$folder/extensions"
  [ "$(id -u)" != 0 ] || chown -R 10001:10001 "$folder"
  echo "made deploy/ha/$folder"
done
[ "$(id -u)" = 0 ] || echo 'tls belongs to you: make it readable for uid 10001 alone, or run this as root' >&2
