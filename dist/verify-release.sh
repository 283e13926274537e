#!/bin/sh
# Verifies a release: signatures, checksums, and that the provenance is about these files.
# usage: verify-release.sh PUBLIC_KEY [FOLDER]    needs openssl and sha256sum
# Take the public key from where you trust it, not from the folder of the release.
set -eu
fail() {
  echo "verify-release: ERROR: $*" >&2
  exit 1
}
[ "$#" -ge 1 ] || fail "usage: verify-release.sh PUBLIC_KEY [FOLDER]"
case $1 in /*) key=$1 ;; *) key=$PWD/$1 ;; esac
cd "${2:-.}"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# verify FILE BASE64: whether the signature is the key's
verify() {
  printf '%s' "$2" | openssl base64 -d -A >"$scratch/sig"
  openssl dgst -sha256 -verify "$key" -signature "$scratch/sig" "$1" >/dev/null 2>&1
}

verify SHA256SUMS "$(cat SHA256SUMS.sig)" || fail "SHA256SUMS is not signed with $key"
sha256sum --check --strict --quiet SHA256SUMS || fail "a file differs from SHA256SUMS"

field() { sed -n 's/.*"'"$1"'":"\([^"]*\)".*/\1/p' provenance.intoto.jsonl; }
type=$(field payloadType)
field payload | openssl base64 -d -A >"$scratch/statement"
{
  printf 'DSSEv1 %d %s %d ' "${#type}" "$type" "$(wc -c <"$scratch/statement")"
  cat "$scratch/statement"
} >"$scratch/pae"
verify "$scratch/pae" "$(field sig)" || fail "provenance.intoto.jsonl is not signed with $key"
[ "$type" = application/vnd.in-toto+json ] || fail "the provenance has the type $type"
while read -r sum name; do
  grep -qF "{\"name\":\"$name\",\"digest\":{\"sha256\":\"$sum\"}}" "$scratch/statement" ||
    fail "the provenance is not about $name"
done <SHA256SUMS
commit=$(sed -n 's/.*"gitCommit":"\([0-9a-f]*\)".*/\1/p' "$scratch/statement")
echo "verified: signed with $key, built from commit $commit"
