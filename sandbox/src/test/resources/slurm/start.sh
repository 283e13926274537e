#!/usr/bin/env bash
# Starts a real Slurm on this machine, on loopback and from a folder of its own: munged, slurmctld and
# a slurmd for each node. usage: start.sh FOLDER CPUS|site CONTROLLER_PORT NODE_PORT...    as root
# 'site' needs seven nodes: four plain ones, one with much memory, two with four GPUs each
set -euo pipefail
folder=$1 cpus=$2 port=$3
shift 3
host=$(hostname -s)
mkdir -p "$folder"/{state,spool,log,pid,munge,hooks,gnomon}
chmod 755 "$folder" "$folder/munge" "$folder/gnomon"

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
CryptoType=crypto/munge
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
SchedulerParameters=bf_interval=2,bf_resolution=60,bf_window=2880,sched_interval=2
SelectType=select/cons_tres
SelectTypeParameters=$([ $cpus = site ] && echo CR_Core_Memory || echo CR_Core)
PriorityType=priority/basic
PrologSlurmctld=$folder/hook.sh
EpilogSlurmctld=$folder/hook.sh
AccountingStorageType=accounting_storage/none
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
names=()
if [ "$cpus" = site ]; then
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
if [ "$cpus" = site ]; then
  for i in 1 2 3 4; do node "c00$i" 16 2 64000 "${!i}" Feature=cpu,ib Weight=10; done
  node m001 16 2 512000 "$5" Feature=cpu,bigmem Weight=50
  for i in 1 2; do node "g00$i" 32 2 256000 "${@:5+i:1}" Feature=gpu,ib Weight=100 Gres=gpu:a100:4; done
  cat >>"$folder/slurm.conf" <<CONF
PartitionName=batch Nodes=c[001-004],m001,g002 Default=YES DefaultTime=10 MaxTime=1-00:00:00 DefMemPerCPU=2000 State=UP
PartitionName=gpu Nodes=g[001-002] DefaultTime=5 MaxTime=01:00:00 MaxNodes=2 DefMemPerCPU=1000 PriorityTier=2 State=UP
CONF
else
  for node_port in "$@"; do
    node "$(printf 'n%03d' $((${#names[@]} + 1)))" "$cpus" 1 1024 "$node_port"
  done
  echo "PartitionName=batch Nodes=ALL Default=YES MaxTime=1-00:00:00 State=UP" >>"$folder/slurm.conf"
fi

echo "Include $folder/gnomon/gnomon.conf" >>"$folder/slurm.conf"
echo "# nothing yet" >"$folder/gnomon/gnomon.conf"

export SLURM_CONF=$folder/slurm.conf
slurmctld -f "$SLURM_CONF"
for name in "${names[@]}"; do
  slurmd -f "$SLURM_CONF" -N "$name" &
done
wait
for _ in $(seq 120); do
  [ "$(sinfo -h -N -t idle -o %N 2>/dev/null | sort -u | wc -l)" = "$#" ] && exit 0
  sleep 0.25
done
echo "not all nodes are idle after 30 s" >&2
sinfo >&2
exit 1
