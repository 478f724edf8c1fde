#!/bin/sh
# Writes Patroni's settings from this machine's settings, and starts Patroni, which runs PostgreSQL.
# Two other commands work while Patroni does not run:
#   set-aside       moves the data out of the way, before a restore or a new copy of the primary
#   upgrade MAJOR   copies the data of version POSTGRES_MAJOR into a cluster of version MAJOR, by pg_upgrade
set -eu
umask 077
all=/var/lib/postgresql/ekyc
data=$all/$POSTGRES_MAJOR
bin=/usr/lib/postgresql/$POSTGRES_MAJOR/bin
case "${1:-}" in
  set-aside)
    [ ! -d "$data" ] || mv "$data" "$data-$(date -u +%FT%H%M%S)"
    exit 0
    ;;
  upgrade)
    new=$all/$2
    # pg_upgrade copies every file, so the old data stay whole for a return to the old version.
    "/usr/lib/postgresql/$2/bin/initdb" -D "$new" -U postgres --encoding=UTF8 --locale=C.UTF-8 --data-checksums --auth-local=trust
    cd /tmp
    exec "/usr/lib/postgresql/$2/bin/pg_upgrade" -U postgres -b "$bin" -B "/usr/lib/postgresql/$2/bin" -d "$data" -D "$new" \
      -s /tmp -j 2
    ;;
esac
mkdir -p /run/patroni
secret() { cat "/run/secrets/$1"; }
# The image's PGBACKREST_CONFIG names this file. The machine's variables, such as PGBACKREST_REPO1_TYPE, override it.
cat >/run/patroni/pgbackrest.conf <<CONF
[global]
repo1-path=${ARCHIVE_PATH:-/var/lib/pgbackrest}
# The back-ups are encrypted, because they hold mobile numbers, names, addresses and hashes of passwords.
repo1-cipher-type=aes-256-cbc
repo1-cipher-pass=$(secret archive-passphrase)
repo1-retention-full=${FULL_BACK_UPS_KEPT:-2}
repo1-bundle=y
compress-type=zst
process-max=2
start-fast=y
log-level-console=${ARCHIVE_LOG_LEVEL:-warn}
log-level-file=off
[global:archive-push]
compress-level=3
[ekyc]
pg1-path=$data
pg1-socket-path=/run/patroni
CONF

synchronous='synchronous_mode: true'
standby_cluster=
if [ -n "${FOLLOWS:-}" ]; then
  # Makes this second site a standby cluster of the first, whose primary the local database proxy offers at FOLLOWS.
  synchronous='synchronous_mode: false'
  standby_cluster="
    standby_cluster:
      host: ${FOLLOWS%:*}
      port: ${FOLLOWS#*:}
      create_replica_methods: [basebackup]"
fi
method='initdb: [{ encoding: UTF8 }, { locale: C.UTF-8 }, data-checksums]'
if [ -n "${RESTORE_TO:-}" ]; then
  # Restores the data to a moment when Patroni makes the site's cluster anew, after the cluster has been removed from
  # etcd (docs/high-availability.md).
  method="method: pgbackrest
  pgbackrest:
    command: pgbackrest --delta --type=time --target='$RESTORE_TO' --target-action=promote restore
    no_params: true
    keep_existing_recovery_conf: true"
fi

cat >/run/patroni/patroni.yml <<YAML
scope: ${SITE:-ekyc}
name: $MACHINE
restapi:
  listen: $ADDRESS:8008
  connect_address: $ADDRESS:8008
  certfile: /tls/machine.pem
  keyfile: /tls/machine.key
  cafile: /tls/authority.pem
  # Everybody may ask who is primary; only a machine's certificate may command.
  verify_client: optional
ctl: { cacert: /tls/authority.pem, certfile: /tls/machine.pem, keyfile: /tls/machine.key }
etcd3:
  hosts: [$ETCD_CLIENTS]
  protocol: https
  cacert: /tls/authority.pem
  cert: /tls/machine.pem
  key: /tls/machine.key
bootstrap:
  dcs:
    ttl: ${FAILOVER_TTL:-7}
    loop_wait: ${FAILOVER_LOOP:-1}
    retry_timeout: ${FAILOVER_RETRY:-3}
    # While etcd is silent, the primary goes on as long as the standby hears it and agrees.
    failsafe_mode: true
    maximum_lag_on_failover: 1048576
    # The standby takes over at once if PostgreSQL dies. Patroni 4 calls the setting primary_start_timeout.
    master_start_timeout: 0
    primary_start_timeout: 0
    # The data of an answered call are on two machines. Without a standby the primary goes on alone;
    # SYNCHRONOUS_STRICT=true makes it wait.
    $synchronous
    synchronous_mode_strict: ${SYNCHRONOUS_STRICT:-false}$standby_cluster
    postgresql:
      use_pg_rewind: true
      use_slots: true
      parameters:
        max_connections: ${MAX_CONNECTIONS:-100}
        shared_buffers: ${SHARED_BUFFERS:-256MB}
        wal_level: replica
        max_wal_senders: 10
        max_replication_slots: 10
        wal_keep_size: 512MB
        # A slot of a machine that stays away fills no disk: such a standby is cloned again.
        max_slot_wal_keep_size: ${SLOT_WAL_KEPT:-8GB}
        # A standby that is gone without a word holds up no commit for long.
        wal_sender_timeout: 4s
        wal_receiver_timeout: 4s
        tcp_user_timeout: 4s
        archive_mode: 'on'
        archive_timeout: 60s
        archive_command: pgbackrest archive-push %p
        password_encryption: scram-sha-256
  $method
postgresql:
  listen: $ADDRESS,127.0.0.1:5432
  connect_address: $ADDRESS:5432
  bin_dir: $bin
  data_dir: $data
  pgpass: /run/patroni/pgpass
  use_unix_socket: true
  authentication:
    superuser: { username: postgres, password: '$(secret postgres-password)', sslmode: verify-ca, sslrootcert: /tls/authority.pem }
    replication: { username: replicator, password: '$(secret replicator-password)', sslmode: verify-ca, sslrootcert: /tls/authority.pem }
    rewind: { username: rewinder, password: '$(secret rewinder-password)', sslmode: verify-ca, sslrootcert: /tls/authority.pem }
  parameters:
    unix_socket_directories: /run/patroni
    ssl: 'on'
    ssl_cert_file: /tls/machine.pem
    ssl_key_file: /tls/machine.key
    ssl_ca_file: /tls/authority.pem
  recovery_conf:
    restore_command: pgbackrest archive-get %f "%p"
  pg_hba:
    - local all postgres trust
    - hostssl all all all scram-sha-256
    - hostssl replication replicator all scram-sha-256
  create_replica_methods: [basebackup]
  basebackup: [{ checkpoint: fast }]
# WATCHDOG=required resets a machine that has /dev/watchdog and cannot give up its role.
watchdog: { mode: ${WATCHDOG:-off} }
YAML
exec patroni /run/patroni/patroni.yml
