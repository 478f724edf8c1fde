#!/bin/sh
# Writes the version and commit of this checkout or release archive into .env, for the tag and labels of the next image.
set -eu
cd "$(dirname "$0")/.."
if [ -e .git ]; then
  commit=$(git rev-parse HEAD)
  version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' package.json)-$(git rev-parse --short=10 HEAD)
  [ -z "$(git status --porcelain --untracked-files=no)" ] || version=$version-changed
elif [ -f RELEASE ]; then
  # An archive may lie inside another project's checkout, whose commit is none of ours.
  version=$(sed -n 's/^VERSION=//p' RELEASE)
  commit=$(sed -n 's/^COMMIT=//p' RELEASE)
fi
[ -n "${version-}" ] && [ -n "${commit-}" ] || {
  echo 'This folder is neither a git checkout nor a release archive (it has no file RELEASE with VERSION and COMMIT).' >&2
  exit 1
}

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
