#!/bin/sh
# Ends with 0 while this machine's proxy answers, be it with an error: whether a server is there is no matter of the address.
exec curl --silent --insecure --max-time 2 --output /dev/null --connect-to ::127.0.0.1: "https://$PORTAL_ADDRESS/login"
