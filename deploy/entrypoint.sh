#!/bin/sh
# Usage: server (the default), or: admin <arguments of the command line>
set -eu
cd "$(dirname "$0")/.."

case "${1:-server}" in
  server)
    shift $(($# > 0))
    exec node product/server/src/main.ts "$@"
    ;;
  admin)
    shift
    exec node product/server/src/admin/main.ts "$@"
    ;;
  *)
    echo "There is no '$1' in this image: server, or admin (admin --help)." >&2
    exit 64
    ;;
esac
