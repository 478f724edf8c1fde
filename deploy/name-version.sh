#!/bin/sh
# Writes the version of this checkout into .env, for the next image's tag and its version label.
set -eu
cd "$(dirname "$0")/.."
commit=$(git rev-parse HEAD)
version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' package.json)-$(git rev-parse --short=10 HEAD)
[ -z "$(git status --porcelain --untracked-files=no)" ] || version=$version-changed

set_to() {
  if grep -q "^$1=" .env; then
    sed "s|^$1=.*|$1=$2|" .env >.env.new && mv .env.new .env
  else
    echo "$1=$2" >>.env
  fi
}
touch .env
set_to VERSION "$version"
set_to COMMIT "$commit"
echo "VERSION=$version"
