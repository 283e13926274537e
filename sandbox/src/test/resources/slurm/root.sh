#!/usr/bin/env bash
# Makes a folder with another release of Slurm from Debian or Ubuntu, for start.sh. usage, as root:
#   root.sh FOLDER        FOLDER ends in the name of a release: …/trixie has Slurm 24.11, …/sid the newest,
#                         …/resolute (Ubuntu, whose signatures are not checked) 25.11
set -euo pipefail
folder=$1
[ ! -e "$folder" ] || exit 0
mirror=$(sed -n 's/^URIs: *\([^ ]*debian\)\/* *$/\1/p' /etc/apt/sources.list.d/debian.sources | head -n 1)
packages=munge,slurmctld,slurmd,slurm-client,slurm-wlm-basic-plugins,slurmdbd,slurm-wlm-mysql-plugin,slurmrestd,slurm-wlm-jwt-plugin
release=${folder##*/}
source=("${mirror:-http://deb.debian.org/debian}")
if [ "$release" = resolute ]; then
  source=(http://archive.ubuntu.com/ubuntu /usr/share/debootstrap/scripts/gutsy)
  set -- --components=main,universe --no-check-gpg
else
  set --
fi
mkdir -p "$(dirname "$folder")"
rm -rf "$folder.part"
if ! debootstrap "$@" --variant=minbase --include="$packages" "$release" "$folder.part" \
  "${source[@]}" >"$folder.log" 2>&1; then
  tail -n 20 "$folder.log" >&2
  echo "debootstrap failed; see $folder.log" >&2
  exit 1
fi
mv "$folder.part" "$folder"
rm "$folder.log"
