#!/bin/sh
# Usage: server (the default), console, or: admin <arguments of the command line>
set -eu
cd "$(dirname "$0")/.."
# The image holds the programs as V8 compiled them with these options. With other options V8 compiles them again.
export NODE_COMPILE_CACHE="$PWD/compiled" NODE_COMPILE_CACHE_PORTABLE=1
# Node's usual 32 MB for young objects take 95 MB more under load, and save no processor time.
export NODE_OPTIONS="--max-semi-space-size=16 ${NODE_OPTIONS:-}"

case "${1:-server}" in
  server)
    shift $(($# > 0))
    exec node product/server/src/main.ts "$@"
    ;;
  console)
    shift
    exec node product/server/src/console-main.ts "$@"
    ;;
  admin)
    shift
    exec node product/server/src/command-line/main.ts "$@"
    ;;
  *)
    echo "There is no '$1' in this image: server, console, or admin (admin --help)." >&2
    exit 64
    ;;
esac
