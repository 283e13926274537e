#!/usr/bin/env bash
# What a newcomer does: brings up a Slurm with fair share, QOS, limits, memory and GPUs by start.sh, whose backfill
# tests one job (bf_max_job_test=1), and submits scaled work of six users. Beside it, `gnomon watch` with no option
# for MINUTES, then explain, forecast and What if; `watch --approve`, a change and its roll back; the commands of
# docs/assess.md as printed; and a comparison of all forecasts with sacct. Prints the figures. usage, as root, with
# Debian's Slurm, slurmdbd and MariaDB (.ci/run installs them):
#   first-run.sh [MINUTES]        10 by default, and about an hour more: until the model is trusted, nothing is proposed
# Exit status: 0 if the policy is the site's own, it was compared with others, a change was proposed, made and rolled
# back, the report was written, and nothing logged an error; else 1.
# SLURM_ROOT: as in start.sh. All files are in a temporary folder, and all processes end with the script.
set -euo pipefail
minutes=${1:-10}
[[ $minutes =~ ^[1-9][0-9]{0,3}$ ]] || { echo "MINUTES is '$minutes'; it must be a whole number from 1 to 9999" >&2; exit 2; }
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
home=$(cd "$here/../../../../.." && pwd)
folder=$(mktemp -d /tmp/gnomon-first-run.XXXXXX)
chmod 755 "$folder"
watch='' work=''

finish() {
  local pid
  [ -z "$work" ] || kill "$work" 2>/dev/null || true
  [ -z "$watch" ] || kill "$watch" 2>/dev/null || true
  if [ -e "$folder/slurm.conf" ]; then
    squeue -h -a -o %A 2>/dev/null | sort -u | xargs -r scancel 2>/dev/null || true
    sleep 3
  fi
  for pid in "$folder"/pid/* "$folder/munge/pid"; do
    [ ! -s "$pid" ] || kill "$(cat "$pid")" 2>/dev/null || true
  done
  [ -z "$watch" ] || wait "$watch" 2>/dev/null || true
  echo "files: $folder"
}
trap finish EXIT

ports() { # N free ports, far from those that the system gives away
  local port=$((20000 + RANDOM % 8000)) found=0
  while [ "$found" -lt "$1" ]; do
    port=$((port + 1))
    (: <"/dev/tcp/127.0.0.1/$port") 2>/dev/null || { echo "$port"; found=$((found + 1)); }
  done
}

for command in watch explain assess; do
  "$home/gnomon" "$command" --help >/dev/null # builds it before Slurm runs
done
mapfile -t port < <(ports 11)
bash "$home/sandbox/src/main/resources/slurm/start.sh" "$folder" accounts "${port[@]:0:10}"
export SLURM_CONF=$folder/slurm.conf PATH=$folder/bin:$PATH
users=(games man lp mail news uucp)

# A job of a random user: 1 to 32 CPUs, 20 s to 3 minutes, a limit of up to four times as long
submit() {
  local cpus=$((1 << RANDOM % 6)) seconds=$((20 + RANDOM % 160)) options=()
  case $((RANDOM % 10)) in
    0) options=(-p gpu "--gres=gpu:$((1 + RANDOM % 4))" -N 1) cpus=4 ;;
    1) options=(--qos=high) ;;
    2) options=(--mem-per-cpu=4000) ;;
    3) options=("--array=1-4%2") ;;
  esac
  sbatch -Q "--uid=${users[RANDOM % 6]}" --chdir=/ -o /dev/null -n "$cpus" \
    -t $((1 + seconds * (1 + RANDOM % 4) / 60)) "${options[@]}" --wrap "exec sleep $seconds"
}
# Submits a job every 8 s; 60 more at once make a queue to begin with
submit_all() {
  for _ in $(seq 60); do submit; done
  while sleep $((4 + RANDOM % 8)); do submit; done
}
api() { curl -sf "http://127.0.0.1:${port[10]}/api/v1/clusters/real$1" "${@:2}"; }
field() { python3 -c "import json, sys; j = json.load(sys.stdin); print($1)"; }
parameters() { scontrol show config | sed -n 's/^SchedulerParameters *= //p'; }

start_watch() { # LOG OPTION...; --port keeps the script apart from other dashboards
  XDG_STATE_HOME=$folder/home "$home/gnomon" watch --port "${port[10]}" "${@:2}" >"$1" 2>&1 &
  watch=$!
  until grep -q 'Press Ctrl-C' "$1"; do
    kill -0 "$watch" || { cat "$1"; exit 1; }
    sleep 1
  done
  sed -n '1,/^$/p; /^Dashboard/p' "$1"
}
stop_watch() {
  kill "$watch"
  wait "$watch" 2>/dev/null || true
  watch=
}

# Adds the forecasts of the page, and the starts that squeue expects
record() {
  { SLURM_TIME_FORMAT=%s squeue -h -a -r -t PD -o '%i %S'; api '/forecast?limit=1000'; printf '\n\n'; } \
    >>"$folder/forecasts" || true
}
await() { # MINUTES WHAT COMMAND...
  local end=$((SECONDS + 60 * $1))
  until "${@:3}" >/dev/null 2>&1; do
    [ "$SECONDS" -lt "$end" ] || { echo "$2: not within $1 minutes" >&2; return 1; }
    record
    sleep 15
  done
}

sed -i 's/^SchedulerParameters=.*/&,bf_max_job_test=1/' "$SLURM_CONF"
scontrol reconfigure
echo "submitting work, watching it for $minutes minutes ..."
submit_all &
work=$!
end=$((SECONDS + 60 * minutes))
start_watch "$folder/watch.log"
while [ "$SECONDS" -lt "$end" ]; do
  record
  sleep 15
done

configuration=$(api '' | field 'j["configuration"]')
echo "policy: $configuration"
api '' | field '"waiting {waiting}, running {running}, evaluations {evaluations}, recommendations {recommendations}".format(**j)'
compared=$(api /policies | field 'len(j["alternatives"])')
echo "a study compares $compared configurations that the site can be set to; What if, the three best:"
api /studies -X POST -H 'content-type: application/json' -d '{}' >"$folder/study.json"
field '"\n".join("  %+5.1f %%  %s" % (100 * a["gain"], a["policy"]) for a in sorted(j["alternatives"], key=lambda a: -a["gain"])[:3])' \
  <"$folder/study.json"
job=$(squeue -h -t PD -S V -o %i | head -n 1)
[ -z "$job" ] || "$home/gnomon" explain --controller "http://127.0.0.1:${port[10]}" "$job"
"$home/gnomon" forecast --controller "http://127.0.0.1:${port[10]}" --request processors=16,time=10m
stop_watch

echo "waiting for a proposal ..."
before=$(parameters)
start_watch "$folder/approve.log" --approve --period 1m
token=$(grep -oE '\b[0-9a-f]{64}\b' "$folder/approve.log" | head -n 1)
operator() { api "$1" -X POST -H "authorization: Bearer $token" -H 'content-type: application/json' -d '{"reason":"a trial"}' >/dev/null; }
proposed() { [ -n "$(api /proposals | field '"".join(p["id"] for p in j["proposals"])')" ]; }
await 75 "a proposal" proposed # the model is compared with the queue in spans of half an hour before it is trusted
api /proposals | field '"proposed: {policy}\n{reason}".format(**j["proposals"][0])'
operator "/proposals/$(api /proposals | field 'j["proposals"][0]["id"]')/approve"
changed() { [ "$(parameters)" != "$before" ]; }
await 2 "the change" changed
echo "SchedulerParameters: $before → $(parameters)"
operator /rollback
restored() { [ "$(parameters)" = "$before" ]; }
await 2 "the roll back" restored
echo "rolled back: $(parameters)"
stop_watch

kill "$work"
work=
drained() { [ -z "$(squeue -h -a -t PD)" ]; }
echo "waiting for the last job to start ..."
for _ in $(seq 40); do
  drained && break
  sleep 15
done
SLURM_TIME_FORMAT=%s sacct -a -n -X -P -o JobID,Start >"$folder/starts"
python3 - "$folder" <<'PYTHON'
import json, sys
folder = sys.argv[1]
starts = dict(line.strip().split("|") for line in open(folder + "/starts"))
scored = within = both = error = error_of_both = error_of_slurm = 0
for block in open(folder + "/forecasts").read().split("\n\n"):
    printed, brace, page = block.partition("{")
    slurm = dict(line.split() for line in printed.splitlines() if line)
    for job in json.loads(brace + page)["jobs"] if brace else []:
        start = starts.get(job["job"], "")
        if "high" not in job or not start.isdigit():
            continue
        off = abs(job["median"] - int(start))
        scored, within, error = scored + 1, within + (job["low"] <= int(start) <= job["high"]), error + off
        if slurm.get(job["job"], "").isdigit():
            both, error_of_both = both + 1, error_of_both + off
            error_of_slurm += abs(int(slurm[job["job"]]) - int(start))
print("%d forecasts: %.0f %% within their 80 %% interval, mean error %.0f s; of the %d that squeue --start has too: "
      "%.0f s, squeue --start: %.0f s" % (scored, 100 * within / max(1, scored), error / max(1, scored), both,
      error_of_both / max(1, both), error_of_slurm / max(1, both)))
PYTHON

echo "assess, as in docs/assess.md:"
mkdir "$folder/assess"
cp "$folder"/slurm.conf "$folder"/gres.conf "$folder/assess"
printf '#!/bin/sh\nexec "%s" "$@"\n' "$home/gnomon" >"$folder/assess/gnomon"
chmod 755 "$folder/assess/gnomon"
sed -n 's/^    //p' "$home/docs/assess.md" | head -n 3 | sed -E 's/-S \S+ -E \S+/-S now-1days -E now/' >"$folder/assess/commands"
(cd "$folder/assess" && bash -e commands >assess.log 2>&1) || { tail -n 20 "$folder/assess/assess.log"; exit 1; }
sed -n '1,/^## /p' "$folder/assess/out/report.md" | head -n 25

errors=$(cat "$folder"/watch.log "$folder"/approve.log | grep -c -e ERROR -e 'Exception' || true)
echo "errors in the logs of watch: $errors"
[[ $configuration == slurm\(* ]] && [ "$compared" -gt 0 ] && [ "$errors" = 0 ]
