#!/bin/sh
# Keeps the floating address on a machine whose proxy answers. The two machines speak VRRP by unicast.
set -eu
cat >/run/keepalived.conf <<CONF
global_defs {
  script_user root
  enable_script_security
  vrrp_garp_master_refresh 30
}
vrrp_script proxy {
  script "/usr/local/bin/proxy-answers.sh"
  interval 1
  timeout 3
  fall 2
  rise 2
  init_fail
}
vrrp_instance portal {
  # Neither machine is preferred: an address that moved back would cut connections a second time.
  state BACKUP
  nopreempt
  interface $INTERFACE
  virtual_router_id ${ROUTER_ID:-51}
  priority ${PRIORITY:-100}
  advert_int 1
  unicast_src_ip $ADDRESS
  unicast_peer { $PEER }
  virtual_ipaddress { $FLOATING_ADDRESS }
  track_script { proxy }
}
CONF
exec keepalived --dont-fork --log-console --use-file /run/keepalived.conf --pid /run/keepalived.pid --vrrp_pid /run/vrrp.pid
