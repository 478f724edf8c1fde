#!/bin/sh
# Starts this machine's member of etcd, in which Patroni keeps who is primary. TLS demands a certificate of both ends.
set -eu
members=$ETCD_MEMBERS state=${ETCD_STATE:-new} election=${ETCD_ELECTION_MS:-1500} leader=${ETCD_LEADER:-$MACHINE}
# etcd warns about unknown variables that begin with ETCD_.
unset ETCD_MEMBERS ETCD_STATE ETCD_CLIENTS ETCD_ELECTION_MS ETCD_LEADER

# Moves the lead of etcd from this machine to ETCD_LEADER, the witness. If PostgreSQL's primary died together with the
# leader of etcd, etcd would first elect a leader, which would give every lease its whole time again.
lead_elsewhere() {
  at=$(echo "$members" | tr , '\n' | sed -n "s|^$leader=\(https://.*\):2380\$|\1:2379|p")
  while sleep 10; do
    etcdctl endpoint status | cut -d, -f5 | grep -q true || continue
    ETCDCTL_ENDPOINTS=$at etcdctl --command-timeout 2s endpoint health || continue
    etcdctl move-leader "$(etcdctl member list | sed -n "s/^\([0-9a-f]*\), started, $leader,.*/\1/p")" || true
  done >/dev/null 2>&1
}
[ "$leader" = "$MACHINE" ] || lead_elsewhere &

exec etcd --name "$MACHINE" --data-dir /var/lib/ekyc-etcd/data \
  --initial-cluster "$members" --initial-cluster-token "${SITE:-ekyc}" --initial-cluster-state "$state" \
  --listen-peer-urls "https://$ADDRESS:2380" --initial-advertise-peer-urls "https://$ADDRESS:2380" \
  --listen-client-urls "https://$ADDRESS:2379" --advertise-client-urls "https://$ADDRESS:2379" \
  --cert-file /tls/machine.pem --key-file /tls/machine.key --trusted-ca-file /tls/authority.pem --client-cert-auth \
  --peer-cert-file /tls/machine.pem --peer-key-file /tls/machine.key --peer-trusted-ca-file /tls/authority.pem \
  --peer-client-cert-auth --heartbeat-interval 150 --election-timeout "$election" \
  --auto-compaction-retention 1 --logger zap --log-level warn
