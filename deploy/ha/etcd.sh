#!/bin/sh
# Starts this machine's member of etcd, in which Patroni keeps who is primary. TLS with certificates both ways.
set -eu
exec env -u ETCD_MEMBERS -u ETCD_CLIENTS -u ETCD_STATE -u ETCD_ELECTION_MS etcd --name "$MACHINE" --data-dir /var/lib/ekyc-etcd/data \
  --initial-cluster "$ETCD_MEMBERS" --initial-cluster-token "${SITE:-ekyc}" --initial-cluster-state "${ETCD_STATE:-new}" \
  --listen-peer-urls "https://$ADDRESS:2380" --initial-advertise-peer-urls "https://$ADDRESS:2380" \
  --listen-client-urls "https://$ADDRESS:2379" --advertise-client-urls "https://$ADDRESS:2379" \
  --cert-file /tls/machine.pem --key-file /tls/machine.key --trusted-ca-file /tls/authority.pem --client-cert-auth \
  --peer-cert-file /tls/machine.pem --peer-key-file /tls/machine.key --peer-trusted-ca-file /tls/authority.pem \
  --peer-client-cert-auth --heartbeat-interval 200 --election-timeout "${ETCD_ELECTION_MS:-2000}" \
  --auto-compaction-retention 1 --logger zap --log-level warn
