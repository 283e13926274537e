#!/bin/sh
# Makes the root of the container image from this machine: a Java runtime with only the modules that
# Gnomon uses, and, where the base is scratch, the C library that it is linked to. Another base brings
# its own, which must not be older than this machine's. Nothing is downloaded.
# usage: rootfs.sh JDK FOLDER BASE
set -eu
jdk=$1
root=$2
base=$3
if [ "$(uname -s)" != Linux ]; then
  echo "rootfs.sh: the image's Java runtime is made from this machine's, which must be a Linux" >&2
  exit 1
fi

# java.desktop is not among them: no library here draws
modules=java.base,java.instrument,java.logging,java.management,java.naming,java.net.http
modules=$modules,java.security.jgss,java.security.sasl,java.sql,java.xml
modules=$modules,jdk.crypto.ec,jdk.management,jdk.net,jdk.security.jgss,jdk.unsupported,jdk.jcmd,jdk.jfr

rm -rf "$root"
mkdir -p "$root/opt"
compress=zip-6
options='--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow'
case $("$jdk/bin/jlink" --version) in
  1[0-9]* | 20*) compress=2 options='' ;;
  21* | 22* | 23*) options='' ;;
esac
"$jdk/bin/jlink" --add-modules "$modules" --output "$root/opt/jre" \
  --strip-debug --no-header-files --no-man-pages --compress="$compress"
echo "$options" >"$root/opt/jre/lib/gnomon.options"

# some distributions keep certificates outside of the JDK, behind a link
rm -f "$root/opt/jre/lib/security/cacerts"
cp -L "$jdk/lib/security/cacerts" "$root/opt/jre/lib/security/cacerts"
find "$root" -type l -delete
[ "$base" = scratch ] || exit 0

# what the runtime's own libraries are linked to, under the names by which they ask for it
copied=""
copy() {
  case " $copied " in *" $1 "*) return ;; esac
  copied="$copied $1"
  mkdir -p "$root$(dirname "$1")"
  cp -L "$1" "$root$1"
}
for file in "$root/opt/jre/bin/java" $(find "$root/opt/jre/lib" -name '*.so'); do
  for library in $(ldd "$file" | awk '$2 == "=>" && $3 ~ /^\// {print $3} $1 ~ /^\// {print $1}'); do
    case $library in "$root"*) ;; *) copy "$library" ;; esac
  done
done
# the compression libraries' native parts ask for these, the lookup of host names for the last three
for library in libpthread.so.0 libdl.so.2 librt.so.1 libm.so.6 libgcc_s.so.1 libstdc++.so.6 \
  libnss_dns.so.2 libnss_files.so.2 libresolv.so.2; do
  found=$(ldconfig -p 2>/dev/null | awk -v name=$library '$1 == name {print $NF; exit}')
  [ -n "$found" ] && copy "$found"
done

mkdir -p "$root/etc" "$root/tmp"
echo 'hosts: files dns' >"$root/etc/nsswitch.conf"
echo 'gnomon:x:10001:10001:Gnomon:/nonexistent:/sbin/nologin' >"$root/etc/passwd"
echo 'gnomon:x:10001:' >"$root/etc/group"
