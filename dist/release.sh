#!/usr/bin/env bash
# Builds a release from a clean checkout, and signs it with a key of this machine.
# usage, in the checkout: dist/release.sh KEY FOLDER
#   KEY     private key, made by: openssl ecparam -name prime256v1 -genkey -noout -out KEY
#   FOLDER  where the release is written; it must not exist
# The folder then holds the tarball, the Debian and RPM packages, the image, the bills of
# materials of Gnomon and of its trial, verify-release.sh and
#   NOTES.md                     the section of CHANGELOG.md
#   SHA256SUMS, SHA256SUMS.sig   checksums and their signature (ECDSA P-256, base64, as cosign's)
#   provenance.intoto.jsonl      an in-toto statement with SLSA provenance v1 in a signed DSSE envelope
#   image.yaml                   a kustomize component that names the image by digest
#   release.pub                  the public key
set -euo pipefail

fail() {
  printf 'release: ERROR: %s\n' "$*" >&2
  exit 1
}

[ "$#" = 2 ] || fail "usage: dist/release.sh KEY FOLDER"
key=$1 out=$2
[ -f dist/release.sh ] || fail "run it in the root of the checkout"
[ ! -e "$out" ] || fail "$out exists; name a folder that does not"
openssl pkey -in "$key" -noout 2>/dev/null ||
  fail "$key is not a private key; make one with: openssl ecparam -name prime256v1 -genkey -noout -out KEY"
[ -z "$(git status --porcelain)" ] ||
  fail "the checkout has changes that are not committed; a release is built from a commit"
commit=$(git rev-parse HEAD)
# without a password that the address may contain
source=$(git config --get remote.origin.url | sed 's#://[^/@]*@#://#' || true)

now() { date -u +%Y-%m-%dT%H:%M:%SZ; }
started=$(now)
./mvnw -B -ntp -Pimage -pl dist -am -DskipTests clean package

tarballs=(dist/target/gnomon-*.tar.gz)
[ "${#tarballs[@]}" = 1 ] && [ -f "${tarballs[0]}" ] || fail "the build made no tarball in dist/target"
version=$(basename "${tarballs[0]}" .tar.gz)
version=${version#gnomon-}
image=$(cat dist/target/jib-image.digest)
mkdir -p "$out"
dist/packages.sh "${tarballs[0]}" "$out"
# the section of this version, or what is not released yet
notes() { awk -v title="## $1" '/^## / { found = $0 == title || index($0, title " ") == 1 } found' CHANGELOG.md; }
notes "$version" >"$out/NOTES.md"
[ -s "$out/NOTES.md" ] || notes Unreleased >"$out/NOTES.md"
[ -s "$out/NOTES.md" ] || fail "CHANGELOG.md has neither a section '## $version' nor '## Unreleased'"
cp "${tarballs[0]}" dist/target/gnomon-image.tar dist/target/gnomon-sbom.json sandbox/target/gnomon-trial-sbom.json dist/verify-release.sh "$out"
openssl pkey -in "$key" -pubout -out "$out/release.pub"
cat >"$out/image.yaml" <<YAML
# Names the image of Gnomon $version by its digest, as 'mvnw -Pimage package jib:build' pushes it.
apiVersion: kustomize.config.k8s.io/v1alpha1
kind: Component
images:
  - name: gnomon
    newName: registry.example.org/gnomon
    digest: $image
YAML

cd "$out"
files=("gnomon-$version.tar.gz" gnomon*.deb gnomon*.rpm NOTES.md gnomon-image.tar gnomon-sbom.json gnomon-trial-sbom.json image.yaml verify-release.sh)
sha256sum "${files[@]}" >SHA256SUMS

sign() { openssl dgst -sha256 -sign "$key" | openssl base64 -A; }
case $key in /*) ;; *) key=$OLDPWD/$key ;; esac
sign <SHA256SUMS >SHA256SUMS.sig

# --- provenance: https://slsa.dev/spec/v1.0/provenance in https://github.com/secure-systems-lab/dsse
subjects=$(awk '{printf "%s{\"name\":\"%s\",\"digest\":{\"sha256\":\"%s\"}}", (NR > 1 ? "," : ""), $2, $1}' SHA256SUMS)
subjects=$subjects,$(printf '{"name":"gnomon:%s","digest":{"sha256":"%s"}}' "$version" "${image#sha256:}")
maven=$(sed -n 's/^distributionSha256Sum=//p' "$OLDPWD/.mvn/wrapper/maven-wrapper.properties")
distribution=$(sed -n 's/^distributionUrl=//p' "$OLDPWD/.mvn/wrapper/maven-wrapper.properties")
jdk=$("${JAVA_HOME:+$JAVA_HOME/bin/}java" -version 2>&1 | sed -n 's/.*version "\([^"]*\)".*/\1/p')
json() { printf '%s' "$1" | tr -d '\000-\037' | sed 's/[\\"]/\\&/g'; }
statement=$(printf '%s' \
  '{"_type":"https://in-toto.io/Statement/v1","subject":['"$subjects"'],' \
  '"predicateType":"https://slsa.dev/provenance/v1","predicate":{"buildDefinition":{' \
  '"buildType":"https://maven.apache.org/#mvnw-package",' \
  '"externalParameters":{"profiles":["image"],"version":"'"$version"'"},' \
  '"internalParameters":{"jdk":"'"$(json "$jdk")"'","os":"'"$(json "$(uname -sm)")"'"},' \
  '"resolvedDependencies":[{"uri":"git+'"$(json "${source:-file://local}")"'","digest":{"gitCommit":"'"$commit"'"}},' \
  '{"uri":"'"$(json "$distribution")"'","digest":{"sha256":"'"$maven"'"}}]},' \
  '"runDetails":{"builder":{"id":"https://gnomon.invalid/dist/release.sh"},' \
  '"metadata":{"startedOn":"'"$started"'","finishedOn":"'"$(now)"'"}}}}')
type=application/vnd.in-toto+json
signature=$({
  LC_ALL=C
  printf 'DSSEv1 %d %s %d %s' "${#type}" "$type" "${#statement}" "$statement"
} | sign)
id=$(openssl pkey -pubin -in release.pub -outform DER | sha256sum | cut -d' ' -f1)
printf '{"payloadType":"%s","payload":"%s","signatures":[{"keyid":"%s","sig":"%s"}]}\n' \
  "$type" "$(printf '%s' "$statement" | openssl base64 -A)" "$id" "$signature" >provenance.intoto.jsonl

sh verify-release.sh release.pub .
echo "release: $out holds Gnomon $version of commit $commit"
