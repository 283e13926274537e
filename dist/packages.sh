#!/usr/bin/env bash
# Makes the packages of a release from its tarball, without a network: for Debian's relatives and for
# Red Hat's and SUSE's. The same tarball gives the same bytes.
# usage: dist/packages.sh TARBALL FOLDER [deb] [rpm]      needs dpkg-deb, rpmbuild, Java; by default the
# formats whose tool is installed
#   gnomon                the command line, with man pages and completion for bash and zsh
#   gnomon-controller     gnomon.service and /etc/gnomon/gnomon.yaml
#   gnomon-slurm-bridge   gnomon-slurm-bridge.service and /etc/gnomon/bridge.yaml
set -euo pipefail

fail() {
  printf 'packages: ERROR: %s\n' "$*" >&2
  exit 1
}

[ "$#" -ge 2 ] || fail "usage: dist/packages.sh TARBALL FOLDER [deb] [rpm]"
[ -f "$1" ] || fail "there is no $1; make it with ./mvnw -pl dist -am -DskipTests package"
tarball=$(readlink -f "$1") out=$(mkdir -p "$2" && readlink -f "$2")
shift 2

# Whether the tool of format $1 is installed; says what is missing if it is not.
has_tool() {
  case $1 in
    deb) set -- dpkg-deb dpkg ;;
    rpm) set -- rpmbuild 'rpm (rpm-build)' ;;
    *) fail "unknown format '$1'; deb and rpm are known" ;;
  esac
  command -v "$1" >/dev/null || {
    printf 'packages: %s is missing; install the package %s\n' "$1" "$2" >&2
    return 1
  }
}

if [ "$#" -gt 0 ]; then
  for format; do has_tool "$format" || fail "cannot make $format packages"; done
else
  for format in deb rpm; do has_tool "$format" && formats+=("$format"); done
  set -- ${formats[@]+"${formats[@]}"}
  [ "$#" -gt 0 ] || fail "neither Debian nor RPM packages can be made"
fi
source=$(dirname "$(readlink -f "$0")")/src/main
umask 022
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir "$work/tree" "$work/stage" # stage/PACKAGE holds what both formats have
tar -xzf "$tarball" -C "$work/tree" --strip-components=1
cd "$work"
version=$(basename "$tarball" .tar.gz)
version=${version#gnomon-}
number=${version/-/\~} # 0.1.0~SNAPSHOT comes before 0.1.0
SOURCE_DATE_EPOCH=$(stat -c %Y tree/LICENSE)
export SOURCE_DATE_EPOCH LC_ALL=C
maintainer='Gnomon contributors <gnomon@lists.gnomon.invalid>'
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

# --- about PACKAGE SYNOPSIS DESCRIPTION
about() {
  mkdir -p "about/$1"
  echo "$2" >"about/$1/synopsis"
  printf '%s\n' "$3" | fold -s -w 78 | sed 's/ *$//' >"about/$1/description"
}

# --- the command line
about gnomon "what-if simulation and tuning of a batch scheduler" \
  "Gnomon mirrors the queue of a batch scheduler, simulates other configurations on it, and shows which would make jobs wait less. This package has the command line: simulate, compare and assess workloads, and ask a running controller."
package=$work/stage/gnomon
mkdir -p "$package"/usr/{bin,share/{gnomon/etc,man/man1,bash-completion/completions,zsh/site-functions,doc/gnomon}}
cp -r tree/bin tree/lib tree/k8s "$package/usr/share/gnomon/"
ln -s ../share/gnomon/bin/gnomon "$package/usr/bin/gnomon"
ln -s ../../bash-completion/completions/gnomon "$package/usr/share/gnomon/etc/completion.bash"
sed '1{/^#!/d}' tree/etc/completion.bash >"$package/usr/share/bash-completion/completions/gnomon"
cat >"$package/usr/share/zsh/site-functions/_gnomon" <<'ZSH'
#compdef gnomon
source /usr/share/bash-completion/completions/gnomon
_bash_complete -o default -F _complete_gnomon
ZSH
cp -r tree/docs tree/CHANGELOG.md tree/sbom "$package/usr/share/doc/gnomon/"
sh tree/bin/gnomon --help >main.txt
man gnomon "tuning of a batch scheduler by shadow simulation" main.txt |
  gzip -9n >"$package/usr/share/man/man1/gnomon.1.gz"
sed -n 's/^  \([a-z]*\)  *\(.*\)/\1 \2/p' main.txt | while read -r command summary; do
  case $command in
    demo | watch) continue ;; # the packages leave their classes out
    completion) continue ;;   # it has no options
  esac
  sh tree/bin/gnomon "$command" --help </dev/null >command.txt
  man "gnomon-$command" "$summary" command.txt |
    gzip -9n >"$package/usr/share/man/man1/gnomon-$command.1.gz"
done

# --- the services: service PACKAGE UNIT CONFIG OTHER_CONFIG STATE SYNOPSIS DESCRIPTION
# scripts/PACKAGE holds what runs at installation and removal
service() {
  about "$1" "$6" "$7"
  package=$work/stage/$1
  mkdir -p "$package/usr/lib/systemd/system" "$package/etc/gnomon" "scripts/$1"
  sed -e 's#/opt/gnomon/bin/#/usr/bin/#' -e 's#/opt/gnomon/docs#/usr/share/doc/gnomon/docs#' \
    "tree/systemd/$2" >"$package/usr/lib/systemd/system/$2"
  cp "tree/etc/$3" "$package/etc/gnomon/$3"
  local script
  for script in user rights reload restart stop purge; do
    sed -e "s#@UNIT@#$2#g; s#@CONFIG@#$3#g; s#@OTHER@#$4#g; s#@STATE@#$5#g" \
      -e "/^@SYSUSERS@\$/{r tree/systemd/gnomon.sysusers
          d}" "$source/packages/$script" >"scripts/$1/$script"
  done
}
# script PACKAGE PART...: the parts in turn
script() {
  echo 'set -e'
  (cd "scripts/$1" && shift && cat "$@")
}
service gnomon-controller gnomon.service gnomon.yaml bridge.yaml /var/lib/gnomon/controller \
  "dashboard, forecasts and tuning for a batch scheduler" \
  "The controller of Gnomon reads job events from Kafka, serves the dashboard and metrics, and recommends configurations. It changes a scheduler only if it is configured to."
service gnomon-slurm-bridge gnomon-slurm-bridge.service bridge.yaml gnomon.yaml /var/lib/gnomon/slurm \
  "connects a Slurm cluster to Gnomon" \
  "The bridge reports the jobs, nodes and limits of a Slurm cluster to Gnomon over Kafka. It carries out Gnomon's commands only if it is configured to."
find stage -type d -exec chmod 0755 {} +
find stage -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +


# --- Debian: deb PACKAGE DEPENDS
deb() {
  local package=$work/deb/$1 doc=$work/deb/$1/usr/share/doc/$1
  mkdir -p deb
  cp -a "stage/$1" "$package"
  mkdir -p "$package/DEBIAN" "$doc"
  if [ "$1" = gnomon ]; then
    mv "$package/usr/share/zsh/site-functions" "$package/usr/share/zsh/vendor-completions"
  else
    (cd "$package" && find etc -type f -printf '/%p\n') >"$package/DEBIAN/conffiles"
    script "$1" user rights reload restart >"$package/DEBIAN/postinst"
    script "$1" stop >"$package/DEBIAN/prerm"
    script "$1" reload purge >"$package/DEBIAN/postrm"
    sed -i '1i #!/bin/sh' "$package/DEBIAN/"{postinst,prerm,postrm}
    chmod 0755 "$package/DEBIAN/"{postinst,prerm,postrm}
  fi
  printf 'gnomon (%s) unstable; urgency=medium\n\n  * See CHANGELOG.md in /usr/share/doc/gnomon.\n\n -- %s  %s\n' \
    "$number" "$maintainer" "$(date -R)" | gzip -9n >"$doc/changelog.gz"
  cp "$source/packages/copyright" "$doc/copyright"
  cat >"$package/DEBIAN/control" <<CONTROL
Package: $1
Source: gnomon
Version: $number
Architecture: all
Maintainer: $maintainer
Installed-Size: $(du -ks --apparent-size --exclude=DEBIAN "$package" | cut -f1)
Depends: $2
Section: admin
Priority: optional
Description: $(cat "about/$1/synopsis")
$(sed 's/^/ /' "about/$1/description")
CONTROL
  (cd "$package" && find . -type f ! -path './DEBIAN/*' -printf '%P\0' | sort -z | xargs -0 md5sum >DEBIAN/md5sums)
  find "$package" -type d -exec chmod 0755 {} +
  find "$package" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
  # the jars are compressed already: xz would save 1 %
  dpkg-deb --root-owner-group -Zgzip -z6 --build "$package" "$out/$1_${number}_all.deb" >/dev/null
}

# --- Red Hat and SUSE: the part of the spec on a service, which repeats what its deb has
rpm_service() {
  local package=$1
  cat <<SPEC

%package -n $package
Summary: $(sed 's/^./\U&/' "about/$package/synopsis")
Group: System/Management
Requires: gnomon = %{version}-%{release}
Requires: /bin/sh
Requires(pre): /usr/sbin/useradd

%description -n $package
$(cat "about/$package/description")

%pre -n $package
$(script "$package" user)

%posttrans -n $package
$(script "$package" reload restart)

%preun -n $package
$(script "$package" stop)

%postun -n $package
$(script "$package" reload)

%files -n $package
%dir %attr(0750, root, gnomon) /etc/gnomon
$(cd "stage/$package" && find etc -type f -printf '%%config(noreplace) %%attr(0640, root, gnomon) /%p\n')
/usr/lib/sysusers.d/gnomon.conf
$(cd "stage/$package" && find usr -type f -printf '/%p\n')
SPEC
}

rpm() {
  mkdir -p rpm/root/usr/{lib/sysusers.d,share/licenses/gnomon}
  cp -a stage/*/. rpm/root/
  cp -a tree/systemd/gnomon.sysusers rpm/root/usr/lib/sysusers.d/gnomon.conf
  cp -a tree/LICENSE rpm/root/usr/share/licenses/gnomon/
  cat >rpm/gnomon.spec <<SPEC
Name: gnomon
Version: $number
Release: 1
Group: System/Management
Packager: $maintainer
Summary: $(sed 's/^./\U&/' about/gnomon/synopsis)
License: Apache-2.0
BuildArch: noarch
AutoReqProv: no
Requires: /bin/sh
# java-headless has an epoch at Red Hat and none at SUSE
Requires: (java-headless >= 1:17 or java-17-headless or java-21-headless or java-25-headless)

%description
$(cat about/gnomon/description)

%install
cp -a $work/rpm/root/. %{buildroot}/

%files
%license /usr/share/licenses/gnomon
%doc /usr/share/doc/gnomon
/usr/bin/gnomon
/usr/share/gnomon
/usr/share/man/man1/gnomon*.1.gz
/usr/share/bash-completion/completions/gnomon
/usr/share/zsh/site-functions/_gnomon
$(rpm_service gnomon-controller)
$(rpm_service gnomon-slurm-bridge)

%changelog
* $(date '+%a %b %d %Y') $maintainer - $number-1
- See CHANGELOG.md in /usr/share/doc/gnomon.
SPEC
  find rpm/root -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
  # fixed: what would tell one builder from another, and a compression that every rpm reads
  rpmbuild -bb --quiet --target noarch --buildroot "$work/rpm/buildroot" \
    --define "_topdir $work/rpm" --define "_rpmdir $out" --define '_build_name_fmt %%{NAME}-%%{VERSION}-%%{RELEASE}.%%{ARCH}.rpm' \
    --define '_buildhost localhost' --define 'use_source_date_epoch_as_buildtime 1' \
    --define 'clamp_mtime_to_source_date_epoch 1' --define '_binary_payload w6.gzdio' \
    --define '__os_install_post %{nil}' --define 'optflags %{nil}' rpm/gnomon.spec >rpm/log 2>&1 ||
    { cat rpm/log >&2; fail "rpmbuild failed; its messages are above"; }
}

for format; do
  case $format in
    deb)
      deb gnomon "default-jre-headless (>= 2:1.17) | java17-runtime-headless"
      deb gnomon-controller "gnomon (= $number), passwd"
      deb gnomon-slurm-bridge "gnomon (= $number), passwd"
      ;;
    rpm) rpm ;;
  esac
done
