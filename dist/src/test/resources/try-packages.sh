#!/usr/bin/env bash
# Installs, starts, upgrades, removes and purges the Debian packages in a copy of a Debian root, installs,
# upgrades and removes the RPM packages in the same, and prints what it finds. Run it by: unshare --mount bash try-packages.sh ROOT SCRATCH OLD NEW JAVA_HOME SERVERS PORT
#   OLD, NEW   folders with the packages of two versions
set -euo pipefail
lower=$1 scratch=$2 old=$3 new=$4 java=$5 servers=$6 port=$7
export PATH=$PATH:/usr/sbin:/sbin DEBIAN_FRONTEND=noninteractive LC_ALL=C

root=$scratch/root
mount -t tmpfs tmpfs "$scratch" # the upper folder must not be on an overlay itself
mkdir -p "$root" "$scratch/upper" "$scratch/work"
mount -t overlay overlay -o "lowerdir=$lower,upperdir=$scratch/upper,workdir=$scratch/work" "$root"
mkdir -p "$root/usr/lib/jvm/runtime" "$root/packages" "$root/proc" "$root/dev"
mount --bind "$java" "$root/usr/lib/jvm/runtime"
cp -r /etc/java-*-openjdk "$root/etc/" 2>/dev/null || true # Debian's runtimes are configured there
mount --bind "$scratch" "$root/packages"
mount --bind /dev "$root/dev"
mount -t proc proc "$root/proc"
in_root() { chroot "$root" "$@"; }
files() { find "$root" -xdev \( -path "$root/packages" -o -path "$root/tmp" \) -prune -o -path "$root*gnomon*" -print; }
# the installed files with their sums, where each distribution has its own place for them left out
sums() {
  (cd "$root" && find usr -xdev -path '*gnomon*' -type f ! -path '*/doc/*/c[oh]*' ! -path '*/zsh/*' ! -path '*/licenses/*' \
    ! -path '*/sysusers.d/*' -exec sha256sum {} + | sort)
}

# stands for the distribution's own Java runtime, which these machines have elsewhere
mkdir -p "$scratch/jre/DEBIAN"
printf 'Package: runtime\nVersion: 17\nArchitecture: all\nMaintainer: x <x@example.org>\nProvides: java17-runtime-headless\nDescription: x\n' \
  >"$scratch/jre/DEBIAN/control"
dpkg-deb --build "$scratch/jre" "$scratch/jre.deb" >/dev/null
ln -s /usr/lib/jvm/runtime/bin/java "$root/usr/bin/java"

cp "$old"/*.deb "$scratch"
if in_root dpkg --install /packages/gnomon_*.deb >/dev/null 2>&1; then
  echo "without Java: installed"
else
  echo "without Java: refused"
fi
in_root dpkg --purge gnomon >/dev/null
in_root sh -c 'dpkg --install /packages/jre.deb /packages/gnomon*.deb' >/dev/null
rm "$scratch"/gnomon*.deb
echo "owner: $(in_root stat -c '%U:%G %a' /etc/gnomon /etc/gnomon/gnomon.yaml /etc/gnomon/bridge.yaml | tr '\n' ' ')"

# one line is edited; the port is that of a variable
sed -i "s/^\( *bootstrap.servers:\).*/\1 $servers/" "$root"/etc/gnomon/*.yaml
echo "GNOMON_HTTP_PORT=$port" >"$root/etc/gnomon/gnomon.env"
state=$root/var/lib/gnomon/slurm
mkdir -p "$state" && echo kept >"$state/state"
before=$(cat "$root"/etc/gnomon/*.yaml)
installed=$(sums)

cp "$new"/*.deb "$scratch"
in_root sh -c 'dpkg --install /packages/gnomon*.deb' >/dev/null
[ "$before" = "$(cat "$root"/etc/gnomon/*.yaml)" ] && echo "upgrade: configuration kept"
[ "$(cat "$state/state")" = kept ] && echo "upgrade: state kept"
echo "version: $(in_root gnomon --version | head -n 1)"
echo "manual: $(in_root sh -c 'gzip -dc /usr/share/man/man1/gnomon-explain.1.gz' | sed -n 3p)"
bash -c "source '$root/usr/share/bash-completion/completions/gnomon'; complete -p gnomon" | sed 's/^/completion: /'

# the unit's own command, user and variables
unit=$root/usr/lib/systemd/system/gnomon.service
command=$(sed -n 's/^ExecStart=//p' "$unit")
user=$(sed -n 's/^User=//p' "$unit"):$(sed -n 's/^Group=//p' "$unit")
# shellcheck disable=SC2046,SC2086
chroot --userspec="$user" "$root" env $(cat "$root/etc/gnomon/gnomon.env") $command >"$scratch/serve.log" 2>&1 &
controller=$!
get() { (exec 3<>"/dev/tcp/127.0.0.1/$port" && printf 'GET %s HTTP/1.1\r\nHost: 127.0.0.1:%s\r\nConnection: close\r\n\r\n' "$1" "$port" >&3 && cat <&3) 2>/dev/null || true; }
for _ in $(seq 600); do
  case $(get /health/ready) in *' 200 '*) echo "service: ready"; break ;; esac
  kill -0 "$controller" 2>/dev/null || { head -n 5 "$scratch/serve.log"; break; }
  sleep 0.5
done
case $(get /) in *'<title>'*) echo "service: dashboard" ;; esac
kill "$controller" || true
status=0
wait "$controller" || status=$?
echo "service: ended with $status"

in_root dpkg --remove gnomon-controller gnomon-slurm-bridge gnomon >/dev/null
echo "removed: $(cd "$root" && ls etc/gnomon | tr '\n' ' ')"
in_root dpkg --purge gnomon-controller gnomon-slurm-bridge gnomon >/dev/null 2>&1
echo "purged: $(files | wc -l) files, $(grep -c gnomon "$root/etc/passwd" "$root/etc/group" | paste -sd' ' | sed "s#$root##g")"

# --- RPM: the same in the same root, which has no RPM database; 'runtime' stands for what Red Hat provides
mkdir -p "$scratch/rpm"
cat >"$scratch/runtime.spec" <<'SPEC'
Name: runtime
Version: 17
Release: 1
Summary: x
License: x
BuildArch: noarch
Provides: java-headless = 1:17.0.1, /bin/sh, /usr/sbin/useradd
%description
x
%files
SPEC
rpmbuild -bb --quiet --define "_topdir $scratch/rpm" "$scratch/runtime.spec" >/dev/null 2>&1
in_rpm() { rpm --root "$root" --force-debian "$@"; }
in_rpm -i "$scratch"/rpm/RPMS/noarch/runtime-*.rpm
if in_rpm -i "$old"/gnomon-0*.rpm; then echo "rpm: installed"; fi
if in_rpm --test -e runtime 2>/dev/null; then echo "rpm without Java: accepted"; else echo "rpm without Java: refused"; fi
in_rpm -e gnomon
in_rpm -i "$old"/gnomon*.rpm
echo "rpm verified: $(in_rpm -V gnomon gnomon-controller gnomon-slurm-bridge | wc -l) differences"
echo "rpm owner: $(in_root stat -c '%U:%G %a' /etc/gnomon /etc/gnomon/gnomon.yaml /etc/gnomon/bridge.yaml | tr '\n' ' ')"
echo "rpm configuration: $(in_rpm -q --qf '[%{FILENAMES} %{FILEFLAGS:fflags}\n]' gnomon-controller gnomon-slurm-bridge | grep yaml | tr '\n' ' ')"
if [ "$(sums)" = "$installed" ]; then echo "rpm files: those of the Debian packages"; else diff <(sums) <(echo "$installed") || true; fi
sed -i "s/^\( *bootstrap.servers:\).*/\1 $servers/" "$root/etc/gnomon/gnomon.yaml"
echo "GNOMON_HTTP_PORT=$port" >"$root/etc/gnomon/gnomon.env"
mkdir -p "$state" && echo kept >"$state/state"
in_rpm -U "$new"/gnomon*.rpm
grep -q "$servers" "$root/etc/gnomon/gnomon.yaml" && [ "$(cat "$state/state")" = kept ] && echo "rpm upgrade: configuration and state kept"
echo "rpm versions: $(in_rpm -q gnomon gnomon-controller gnomon-slurm-bridge | wc -l)"
echo "rpm command: $(in_root gnomon --version | head -n 1)"
in_rpm -e gnomon-controller gnomon-slurm-bridge gnomon 2>/dev/null
echo "rpm removed: $(cd "$root" && find etc/gnomon var/lib/gnomon -type f | sort | tr '\n' ' ')"
rm -r "$root/etc/gnomon" "$root/var/lib/gnomon"
echo "rpm left besides: $(files | wc -l) files"
