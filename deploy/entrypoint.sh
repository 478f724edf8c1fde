#!/bin/sh
# server (the default), or: admin <what the command line is to do>
set -eu
cd "$(dirname "$0")/.."

case "${1:-server}" in
  server)
    shift $(($# > 0))
    exec node server/src/main.ts "$@"
    ;;
  admin)
    shift
    exec node server/src/admin/main.ts "$@"
    ;;
  *)
    echo "There is no '$1' in this image: server, or admin (admin --help)." >&2
    exit 64
    ;;
esac
