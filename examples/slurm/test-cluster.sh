#!/bin/bash
# Runs the job arrays on a real Slurm: Debian's slurm-wlm and munge as a one-node cluster on
# loopback, everything in a temporary folder. One task is killed and requeued, two are submitted
# again; the joined parts must equal the batch of a single machine, byte for byte. Then a small benchmark
# as an array, of which one task is killed and requeued: the joined pairs must be those of a single run.
#
#   test-cluster.sh path/to/lightsout

set -euo pipefail

lightsout=$(realpath "${1:?usage: test-cluster.sh path/to/lightsout}")
here=$(realpath "$(dirname "$0")")
PATH=$PATH:/usr/sbin:/sbin
for program in munged slurmctld slurmd sbatch; do
	command -v "$program" >/dev/null || { echo "$program is not installed: apt-get install slurm-wlm munge" >&2; exit 3; }
done

tmp=$(mktemp -d "${TMPDIR:-/tmp}/lightsout-cluster.XXXXXX")
chmod 755 "$tmp"
mkdir -p "$tmp"/{bin,state,spool,work,munge}
chmod 700 "$tmp/munge"
ln -s "$lightsout" "$tmp/bin/lightsout"

daemons=()
stop() {
	status=$?
	if [ $status -ne 0 ]; then tail -n 20 "$tmp"/*.log 2>/dev/null || true; fi
	for ((i = ${#daemons[@]} - 1; i >= 0; i--)); do
		kill "${daemons[i]}" 2>/dev/null || true
	done
	wait
	rm -rf "$tmp"
	exit $status
}
trap stop EXIT

# wait_for WHAT COMMAND: until the command succeeds, a minute at most.
wait_for() {
	local what=$1
	shift
	for ((n = 0; n < 600; n++)); do
		if "$@" >/dev/null 2>&1; then return; fi
		sleep 0.1
	done
	echo "gave up waiting for $what" >&2
	exit 1
}

# Any free port, and the one after it.
port=20000
while (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || (exec 3<>"/dev/tcp/127.0.0.1/$((port + 1))") 2>/dev/null; do
	port=$((port + 2))
done

dd if=/dev/urandom of="$tmp/munge/key" bs=64 count=1 status=none
chmod 600 "$tmp/munge/key"
chmod 755 "$tmp/munge"
munged --foreground --force --socket="$tmp/munge/socket" --key-file="$tmp/munge/key" \
	--pid-file="$tmp/munge/pid" --log-file="$tmp/munge/log" --seed-file="$tmp/munge/seed" \
	>"$tmp/munged.log" 2>&1 &
daemons+=($!)
wait_for munge munge -S "$tmp/munge/socket" -n

cat >"$tmp/slurm.conf" <<CONF
ClusterName=lightsout
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
SlurmctldPort=$port
SlurmdPort=$((port + 1))
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket=$tmp/munge/socket
StateSaveLocation=$tmp/state
SlurmdSpoolDir=$tmp/spool
SlurmctldPidFile=$tmp/slurmctld.pid
SlurmdPidFile=$tmp/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=sched_interval=1,batch_sched_delay=0
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
ReturnToService=2
SlurmdParameters=config_overrides
KillWait=1
NodeName=$(hostname -s) NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
export SLURM_CONF=$tmp/slurm.conf
slurmctld -D -f "$SLURM_CONF" >"$tmp/slurmctld.log" 2>&1 &
daemons+=($!)
wait_for slurmctld scontrol ping
slurmd -D -f "$SLURM_CONF" >"$tmp/slurmd.log" 2>&1 &
daemons+=($!)
node_is_idle() { sinfo -h -o %T | grep -qx idle; }
wait_for "the node" node_is_idle
echo "slurm $(sinfo --version | cut -d' ' -f2): one node on ports $port and $((port + 1))"

# The batch is slow enough for a task to be caught in the middle: each of 65,536 answers is weighed.
batch=(-b 19x19 -n 7000 --seed 7 --format jsonl)
cd "$tmp/work"
export PATH=$tmp/bin:$PATH
job=$(sbatch --parsable --array=1-7 "$here/generate.sbatch" "${batch[@]}")
echo "job array $job submitted: 7 tasks"

victim=2
part=parts/part-0000$victim-of-00007
task_state() { scontrol show job "${job}_$victim" | grep -o 'JobState=[A-Z_]*' | cut -d= -f2; }
task_wrote() { [ -s "$part" ]; }
task_ended() { case $(task_state) in RUNNING | COMPLETING | PENDING) return 1 ;; esac; }
wait_for "task $victim to write" task_wrote
scancel --signal=KILL --full "${job}_$victim"
wait_for "task $victim to end" task_ended
state=$(task_state)
lines=$(wc -l <"$part")
if [ "$state" = COMPLETED ] || [ "$lines" -ge 1000 ]; then
	echo "task $victim was done before it was killed ($state, $lines records)" >&2
	exit 1
fi
echo "task $victim killed: $state with $lines of 1000 records"
scontrol requeue "${job}_$victim"
scontrol update "JobId=${job}_$victim" StartTime=now # Slurm would wait two minutes

all_done() {
	[ "$(scontrol show job "$job" | grep -c JobState=COMPLETED)" -eq 7 ]
}
for ((n = 0; n < 15; n++)); do
	if all_done; then break; fi
	(wait_for "the array" all_done) 2>/dev/null || squeue -h -r -o '%i %T %r'
done
all_done
echo "all tasks completed: $(squeue -h | wc -l) left in the queue"

# Two parts get lost, and their tasks are submitted again, as an array of two.
rm parts/part-0000{3,6}-of-00007
SHARDS=7 sbatch --wait --array=3,6 "$here/generate.sbatch" "${batch[@]}"

cat parts/part-*-of-00007 >joined.jsonl
lightsout generate "${batch[@]}" -o whole.jsonl
cmp joined.jsonl whole.jsonl
echo "joined $(wc -l <joined.jsonl) records, $(wc -c <joined.jsonl) bytes: the same as the batch of one machine"

# A benchmark: four shards of a suite with a solver that takes a second for each of its eight instances.
cat >slow.json <<'SUITE'
{
  "repeat": 2, "timeout": "20s",
  "blocks": [{
    "board": ["grid:NxN"], "n": "4-7", "xor": ["direct", "kernel:4"],
    "solver": ["slow=sh -c 'sleep 1; echo s UNKNOWN' {xnf}"]
  }]
}
SUITE
export PARTS=bench-parts
job=$(sbatch --parsable --array=1-4 "$here/bench.sbatch" --suite slow.json)
part=$PARTS/part-0000$victim-of-00004/results.jsonl
wait_for "task $victim to measure" task_wrote
scancel --signal=KILL --full "${job}_$victim"
wait_for "task $victim to end" task_ended
lines=$(wc -l <"$part")
if [ "$lines" -ge 6 ]; then
	echo "task $victim had measured everything before it was killed" >&2
	exit 1
fi
echo "benchmark task $victim killed: $(task_state) with $lines of 6 pairs"
scontrol requeue "${job}_$victim"
scontrol update "JobId=${job}_$victim" StartTime=now
bench_done() { [ "$(scontrol show job "$job" | grep -c JobState=COMPLETED)" -eq 4 ]; }
wait_for "the benchmark" bench_done

# pairs FOLDER...: what was measured and how it ended, without times. A pair that was cut short may be there twice, perhaps with
# an error if its solver was killed first: the last result counts.
pairs() {
	cat "${@/%//results.jsonl}" |
		sed -E 's/.*("instance":"[^"]*").*("seed":[0-9]+).*("contestant":"[^"]*"),("outcome":"[^"]*").*/\1 \2 \3|\4/' |
		awk -F'|' '{ last[$1] = $2 } END { for (pair in last) print pair, last[pair] }' | sort
}
lightsout bench --suite slow.json -o single
pairs single >single.pairs
pairs $PARTS/part-* >joined.pairs
cmp joined.pairs single.pairs
mkdir joined
cat $PARTS/part-*/results.jsonl >joined/results.jsonl
cat $PARTS/part-*/plan.jsonl >joined/plan.jsonl
cat $PARTS/part-*/machine.jsonl >joined/machine.jsonl
lightsout bench report joined
echo "joined $(wc -l <joined.pairs) pairs: the same as a single run's"
