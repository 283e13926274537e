#!/usr/bin/env bash
# Starts a real Slurm on this machine, on loopback and from a folder of its own: munged, slurmctld and
# a slurmd for each node. usage, as root:
#   start.sh FOLDER CPUS CONTROLLER_PORT NODE_PORT...       nodes that are alike
#   start.sh FOLDER site CONTROLLER_PORT NODE_PORT...       seven nodes: four plain ones, one with much
#                                                           memory, two with four GPUs each
#   start.sh FOLDER accounts CONTROLLER_PORT DBD_PORT DATABASE_PORT NODE_PORT...
#                                                           the same nodes, with MariaDB, slurmdbd,
#                                                           accounts, QOS and priority/multifactor
# SLURM_ROOT in the environment: a folder of root.sh, whose Slurm is started in place of the machine's;
# FOLDER/bin then has programs that run those of the root, as the user in AS
# BF_WINDOW, HALF_LIFE: minutes of bf_window and PriorityDecayHalfLife (2880 and 5)
set -euo pipefail
folder=$1 cpus=$2 port=$3
shift 3
site= accounts=
case $cpus in
  site) site=1 ;;
  accounts)
    site=1 accounts=1 dbd_port=$1 database_port=$2
    shift 2
    ;;
esac
host=$(hostname -s)
mkdir -p "$folder"/{state,spool,log,pid,munge,hooks,gnomon}
chmod 755 "$folder" "$folder/munge" "$folder/gnomon"

# Programs of the root see this machine's devices and FOLDER, by mounts that end with the program.
if [ "${SLURM_ROOT:-}" ]; then
  mkdir -p "$folder/bin" "$SLURM_ROOT$folder"
  cp /etc/hosts "$SLURM_ROOT/etc/hosts.$$" # another site may start in the same root
  mv "$SLURM_ROOT/etc/hosts.$$" "$SLURM_ROOT/etc/hosts"
  cat >"$folder/bin/run" <<RUN
#!/bin/sh
exec unshare --mount --propagation unchanged sh -c 'mount --make-rslave / 2>/dev/null
for place in /proc /dev /sys $folder; do
  mkdir -p "$SLURM_ROOT\$place" && mount --rbind "\$place" "$SLURM_ROOT\$place" || exit 1
done
exec chroot \${AS:+--userspec=\$AS} $SLURM_ROOT env --chdir=$folder PATH=/usr/sbin:/usr/bin "\$@"' run "\${0##*/}" "\$@"
RUN
  chmod 755 "$folder/bin/run"
  for program in munged slurmctld slurmd slurmdbd slurmrestd sbatch squeue scontrol sinfo sdiag sprio sshare \
    sacctmgr sacct scancel; do
    ln -s run "$folder/bin/$program"
  done
  export PATH=$folder/bin:$PATH
fi

# MariaDB with files of its own, temporary ones too: a server that starts deletes those in its folder.
# It runs what is in init.sql before it accepts connections.
if [ "$accounts" ]; then
  mkdir "$folder/database" "$folder/temporary"
  cat >"$folder/init.sql" <<SQL
CREATE DATABASE accounting;
CREATE USER accountant@127.0.0.1 IDENTIFIED BY 'accountant';
GRANT ALL ON accounting.* TO accountant@127.0.0.1;
SQL
  (
    options=(--no-defaults --user=root --datadir="$folder/database" --tmpdir="$folder/temporary"
      --innodb-flush-log-at-trx-commit=0 --innodb-flush-method=nosync --innodb-log-file-size=16M
      --innodb-buffer-pool-size=64M)
    mariadb-install-db "${options[@]}" --skip-test-db --auth-root-authentication-method=socket
    exec setsid mariadbd "${options[@]}" --socket="$folder/database/socket" --bind-address=127.0.0.1 \
      --port="$database_port" --pid-file="$folder/pid/mariadb.pid" --init-file="$folder/init.sql" \
      --skip-name-resolve --innodb-lock-wait-timeout=900
  ) </dev/null >"$folder/log/mariadb.log" 2>&1 &
  disown
fi

(umask 077 && dd if=/dev/urandom of="$folder/munge.key" bs=1024 count=1 status=none)
munged --key-file="$folder/munge.key" --socket="$folder/munge/socket" --pid-file="$folder/munge/pid" \
  --log-file="$folder/munge/log" --seed-file="$folder/munge/seed" --num-threads=2 --force

cat >"$folder/hook.sh" <<HOOK
#!/bin/sh
# PrologSlurmctld and EpilogSlurmctld: leaves a word for the bridge; no process, never an error
: 2>/dev/null >"$folder/hooks/\$SLURM_JOB_ID.\$SLURM_SCRIPT_CONTEXT"
exit 0
HOOK
cat >"$folder/job_submit.lua" <<LUA
-- a site's own script, which calls the one that the bridge writes
function slurm_job_submit(job, partitions, uid)
  if pcall(dofile, "$folder/gnomon/gnomon.lua") then gnomon_route(job, partitions) end
  if job.comment == nil then job.comment = "seen by the site" end
  return slurm.SUCCESS
end
function slurm_job_modify(job, record, partitions, uid) return slurm.SUCCESS end
return slurm.SUCCESS
LUA
chmod 755 "$folder/hook.sh"

cat >"$folder/slurm.conf" <<CONF
ClusterName=real
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/munge/socket
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool/%n
SlurmctldPidFile=$folder/pid/slurmctld.pid
SlurmdPidFile=$folder/pid/%n.pid
SlurmctldLogFile=$folder/log/slurmctld.log
SlurmdLogFile=$folder/log/%n.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
SlurmdParameters=config_overrides
SchedulerType=sched/backfill
SchedulerParameters=bf_interval=2,bf_resolution=60,bf_window=${BF_WINDOW:-2880},sched_interval=2
SelectType=select/cons_tres
SelectTypeParameters=$([ "$site" ] && echo CR_Core_Memory || echo CR_Core)
PrologSlurmctld=$folder/hook.sh
EpilogSlurmctld=$folder/hook.sh
JobAcctGatherType=jobacct_gather/none
MaxJobCount=100000
MailProg=/bin/true
MinJobAge=60
ReconfigFlags=KeepPartInfo
EnforcePartLimits=ALL
JobSubmitPlugins=lua
KillWait=2
InactiveLimit=0
TreeWidth=$(($# + 1))
CONF
# newer releases run in containers without cgroups, and sign tokens for slurmrestd
if [ "${SLURM_ROOT:-}" ]; then
  echo "CgroupPlugin=disabled" >"$folder/cgroup.conf"
  dd if=/dev/urandom of="$folder/jwt.key" bs=32 count=1 status=none
  chmod 600 "$folder/jwt.key"
  jwt="AuthAltTypes=auth/jwt
AuthAltParameters=jwt_key=$folder/jwt.key"
  echo "$jwt" >>"$folder/slurm.conf"
fi
if [ "$accounts" ]; then
  cat >>"$folder/slurm.conf" <<CONF
PriorityType=priority/multifactor
PriorityFlags=NO_NORMAL_TRES
PriorityCalcPeriod=1
PriorityDecayHalfLife=${HALF_LIFE:-5}
PriorityMaxAge=00:30:00
PriorityWeightAge=10000
PriorityWeightFairshare=100000
PriorityWeightJobSize=5000
PriorityWeightPartition=20000
PriorityWeightQOS=30000
PriorityWeightTRES=CPU=10,Mem=0.01,GRES/gpu=500
AccountingStorageType=accounting_storage/slurmdbd
AccountingStorageHost=127.0.0.1
AccountingStoragePort=$dbd_port
AccountingStoragePass=$folder/munge/socket
AccountingStorageEnforce=associations,limits,qos
AccountingStorageTRES=gres/gpu
CONF
  cat >"$folder/slurmdbd.conf" <<CONF
AuthType=auth/munge
AuthInfo=socket=$folder/munge/socket
DbdHost=$host
DbdAddr=127.0.0.1
DbdPort=$dbd_port
SlurmUser=root
PidFile=$folder/pid/slurmdbd.pid
LogFile=$folder/log/slurmdbd.log
StorageType=accounting_storage/mysql
StorageHost=127.0.0.1
StoragePort=$database_port
StorageUser=accountant
StoragePass=accountant
StorageLoc=accounting
${jwt:-}
CONF
  chmod 600 "$folder/slurmdbd.conf"
else
  echo "PriorityType=priority/basic" >>"$folder/slurm.conf"
  echo "AccountingStorageType=accounting_storage/none" >>"$folder/slurm.conf"
fi
names=()
if [ "$site" ]; then
  mkdir -p "$folder/dev"
  for gpu in 0 1 2 3; do mknod "$folder/dev/gpu$gpu" c 1 3; done
  echo "AutoDetect=off" >"$folder/gres.conf"
  echo "NodeName=g[001-002] Name=gpu Type=a100 File=$folder/dev/gpu[0-3]" >>"$folder/gres.conf"
  echo "GresTypes=gpu" >>"$folder/slurm.conf"
fi
node() { # NAME CPUS SOCKETS MEMORY PORT REST...
  names+=("$1")
  mkdir -p "$folder/spool/$1"
  echo "NodeName=$1 NodeHostname=$host NodeAddr=127.0.0.1 Port=$5 CPUs=$2 Boards=1 SocketsPerBoard=$3 CoresPerSocket=$(($2 / $3)) ThreadsPerCore=1 RealMemory=$4 ${*:6} State=UNKNOWN" >>"$folder/slurm.conf"
}
if [ "$site" ]; then
  for i in 1 2 3 4; do node "c00$i" 16 2 64000 "${!i}" Feature=cpu,ib Weight=10; done
  node m001 16 2 512000 "$5" Feature=cpu,bigmem Weight=50
  for i in 1 2; do node "g00$i" 32 2 256000 "${@:5+i:1}" Feature=gpu,ib Weight=100 Gres=gpu:a100:4; done
  cat >>"$folder/slurm.conf" <<CONF
PartitionName=batch Nodes=c[001-004],m001,g002 Default=YES DefaultTime=10 MaxTime=1-00:00:00 DefMemPerCPU=2000 PriorityJobFactor=10 State=UP
PartitionName=gpu Nodes=g[001-002] DefaultTime=5 MaxTime=01:00:00 MaxNodes=2 DefMemPerCPU=1000 PriorityTier=2 PriorityJobFactor=40 State=UP
CONF
else
  for node_port in "$@"; do
    node "$(printf 'n%03d' $((${#names[@]} + 1)))" "$cpus" 1 1024 "$node_port"
  done
  echo "PartitionName=batch Nodes=ALL Default=YES MaxTime=1-00:00:00 State=UP" >>"$folder/slurm.conf"
fi

echo "Include $folder/gnomon/gnomon.conf" >>"$folder/slurm.conf"
echo "# nothing yet" >"$folder/gnomon/gnomon.conf"

await() { # LOG COMMAND...
  local end=$((SECONDS + 90))
  while [ "$SECONDS" -lt "$end" ]; do
    "${@:2}" 2>/dev/null && return
    sleep 0.1
  done
  echo "no answer after 90 s; the end of $folder/log/$1:" >&2
  tail -n 20 "$folder/log/$1" >&2
  exit 1
}
listens() { (: <"/dev/tcp/127.0.0.1/$1"); }

export SLURM_CONF=$folder/slurm.conf
if [ "$accounts" ]; then
  await mariadb.log listens "$database_port"
  slurmdbd
  await slurmdbd.log listens "$dbd_port"
  answers() { timeout 20 sacctmgr -n show cluster >/dev/null; }
  await slurmdbd.log answers
  # users that each Debian has
  cat >"$folder/accounts.sacctmgr" <<COMMANDS
add cluster real
add qos high Priority=100
modify qos normal set Priority=10
add account physics Fairshare=60
add account biology Fairshare=30
add account guests Fairshare=10
add user games,man Account=physics Fairshare=1 QOS=normal,high DefaultQOS=normal
add user lp,mail Account=biology Fairshare=1 QOS=normal,high DefaultQOS=normal
add user news,uucp Account=guests Fairshare=1 QOS=normal,high DefaultQOS=normal
COMMANDS
  sacctmgr -i <"$folder/accounts.sacctmgr" >"$folder/log/sacctmgr.log"
fi
slurmctld -f "$SLURM_CONF"
started=()
for name in "${names[@]}"; do
  slurmd -f "$SLURM_CONF" -N "$name" &
  started+=($!)
done
wait "${started[@]}"
for _ in $(seq 320); do
  [ "$(sinfo -h -N -t idle -o %N 2>/dev/null | sort -u | wc -l)" = "$#" ] && exit 0
  sleep 0.25
done
echo "not all nodes are idle after 80 s" >&2
sinfo >&2
exit 1
