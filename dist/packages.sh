#!/usr/bin/env bash
# Makes the Debian packages of a release from its tarball, without a network.
# usage: dist/packages.sh TARBALL FOLDER      needs dpkg-deb; the same tarball gives the same bytes
#   gnomon                the command line, with man pages and completion for bash and zsh
#   gnomon-controller     gnomon.service and /etc/gnomon/gnomon.yaml
#   gnomon-slurm-bridge   gnomon-slurm-bridge.service and /etc/gnomon/bridge.yaml
set -euo pipefail

fail() {
  printf 'packages: ERROR: %s\n' "$*" >&2
  exit 1
}

[ "$#" = 2 ] || fail "usage: dist/packages.sh TARBALL FOLDER"
[ -f "$1" ] || fail "there is no $1; make it with ./mvnw -pl dist -am -DskipTests package"
command -v dpkg-deb >/dev/null || fail "dpkg-deb is missing; install the package dpkg"
tarball=$(readlink -f "$1") out=$(mkdir -p "$2" && readlink -f "$2")
source=$(dirname "$(readlink -f "$0")")/src/main
umask 022
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir "$work/tree"
tar -xzf "$tarball" -C "$work/tree" --strip-components=1
cd "$work"
version=$(basename "$tarball" .tar.gz)
version=${version#gnomon-}
debian=${version/-/\~} # 0.1.0~SNAPSHOT comes before 0.1.0
SOURCE_DATE_EPOCH=$(stat -c %Y tree/LICENSE)
export SOURCE_DATE_EPOCH LC_ALL=C
date() { command date -u -d "@$SOURCE_DATE_EPOCH" "$@"; }

# --- man pages, from the help that picocli prints: man COMMAND SUMMARY HELP_FILE
escaped() { sed -e 's/\\/\\e/g' -e 's/-/\\-/g' -e "s/^[.']/\\\\\&&/"; }
man() {
  printf '.TH %s 1 "%s" "Gnomon %s" "Gnomon"\n' "${1^^}" "$(date +%F)" "$version"
  printf '.SH NAME\n%s \\- %s\n.SH SYNOPSIS\n.nf\n' "$1" "$2"
  awk 'NR > 1 && !/^ / { exit } { sub(/^Usage: /, ""); print }' "$3" | escaped
  printf '.fi\n.SH DESCRIPTION\n.nf\n'
  awk 'NR > 1 && !/^ / { rest = 1 } rest' "$3" | escaped
  printf '.fi\n.SH SEE ALSO\n.BR gnomon (1),\n/usr/share/doc/gnomon\n'
}

# --- what all packages have: begin PACKAGE, finish PACKAGE SYNOPSIS DEPENDS DESCRIPTION
begin() {
  mkdir -p "$1/DEBIAN" "$1/usr/share/doc/$1"
  printf 'gnomon (%s) unstable; urgency=medium\n\n  * See CHANGELOG.md in /usr/share/doc/gnomon.\n\n -- %s  %s\n' \
    "$debian" "$maintainer" "$(date -R)" | gzip -9n >"$1/usr/share/doc/$1/changelog.gz"
  cp "$source/packages/copyright" "$1/usr/share/doc/$1/copyright"
}
finish() {
  find "$1" -type d -exec chmod 0755 {} +
  cat >"$1/DEBIAN/control" <<CONTROL
Package: $1
Source: gnomon
Version: $debian
Architecture: all
Maintainer: $maintainer
Installed-Size: $(du -ks --apparent-size --exclude=DEBIAN "$1" | cut -f1)
Depends: $3
Section: admin
Priority: optional
Description: $2
$(printf '%s\n' "$4" | fold -s -w 78 | sed 's/^/ /; s/ *$//')
CONTROL
  (cd "$1" && find . -type f ! -path './DEBIAN/*' -printf '%P\0' | sort -z | xargs -0 md5sum >DEBIAN/md5sums)
  find "$1" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
  # the jars are compressed already: xz would save 1 %
  dpkg-deb --root-owner-group -Zgzip -z6 --build "$1" "$out/$1_${debian}_all.deb" >/dev/null
}
maintainer='Gnomon contributors <gnomon@lists.gnomon.invalid>'

# --- the command line
begin gnomon
mkdir -p gnomon/usr/{bin,share/gnomon/etc,share/man/man1,share/bash-completion/completions,share/zsh/vendor-completions}
cp -r tree/bin tree/lib tree/k8s gnomon/usr/share/gnomon/
ln -s ../share/gnomon/bin/gnomon gnomon/usr/bin/gnomon
cp tree/etc/completion.bash gnomon/usr/share/gnomon/etc/
sed '1{/^#!/d}' tree/etc/completion.bash >gnomon/usr/share/bash-completion/completions/gnomon
cat >gnomon/usr/share/zsh/vendor-completions/_gnomon <<'ZSH'
#compdef gnomon
source /usr/share/bash-completion/completions/gnomon
_bash_complete -o default -F _complete_gnomon
ZSH
cp -r tree/docs tree/CHANGELOG.md tree/sbom gnomon/usr/share/doc/gnomon/
sh tree/bin/gnomon --help >main.txt
man gnomon "tuning of a batch scheduler by shadow simulation" main.txt |
  gzip -9n >gnomon/usr/share/man/man1/gnomon.1.gz
sed -n 's/^  \([a-z]*\)  *\(.*\)/\1 \2/p' main.txt | while read -r command summary; do
  if [ -f "$source/help/$command.txt" ]; then
    man "gnomon-$command" "$summary" "$source/help/$command.txt" |
      gzip -9n >"gnomon/usr/share/man/man1/gnomon-$command.1.gz"
  fi
done
finish gnomon "what-if simulation and tuning of a batch scheduler" \
  "default-jre-headless (>= 2:1.17) | java17-runtime-headless" \
  "Gnomon mirrors the queue of a batch scheduler, simulates other configurations on it, and shows which would make jobs wait less. This package has the command line: simulate, compare and assess workloads, and ask a running controller."

# --- the services: service PACKAGE UNIT CONFIG OTHER_CONFIG STATE SYNOPSIS DESCRIPTION
service() {
  begin "$1"
  mkdir -p "$1/usr/lib/systemd/system" "$1/etc/gnomon"
  sed -e 's#/opt/gnomon/bin/#/usr/bin/#' -e 's#/opt/gnomon/docs#/usr/share/doc/gnomon/docs#' \
    "tree/systemd/$2" >"$1/usr/lib/systemd/system/$2"
  cp "tree/etc/$3" "$1/etc/gnomon/$3"
  echo "/etc/gnomon/$3" >"$1/DEBIAN/conffiles"
  for script in postinst prerm postrm; do
    sed -e "s#@UNIT@#$2#g; s#@CONFIG@#$3#g; s#@OTHER@#$4#g; s#@STATE@#$5#g" \
      "$source/packages/$script" >"$1/DEBIAN/$script"
    chmod 0755 "$1/DEBIAN/$script"
  done
  finish "$1" "$6" "gnomon (= $debian), passwd" "$7"
}
service gnomon-controller gnomon.service gnomon.yaml bridge.yaml /var/lib/gnomon/controller \
  "dashboard, forecasts and tuning for a batch scheduler" \
  "The controller of Gnomon reads job events from Kafka, serves the dashboard and metrics, and recommends configurations. It changes a scheduler only if it is configured to."
service gnomon-slurm-bridge gnomon-slurm-bridge.service bridge.yaml gnomon.yaml /var/lib/gnomon/slurm \
  "connects a Slurm cluster to Gnomon" \
  "The bridge reports the jobs, nodes and limits of a Slurm cluster to Gnomon over Kafka. It carries out Gnomon's commands only if it is configured to."
