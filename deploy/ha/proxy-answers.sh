#!/bin/sh
# Exits with 0 if this machine's proxy answers, even with an error: the floating address does not depend on the servers.
exec curl --silent --insecure --max-time 2 --output /dev/null --connect-to ::127.0.0.1: "https://$PORTAL_ADDRESS/login"
