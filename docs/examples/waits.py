"""Simulates a workload under several policies and prints the mean wait in hours, by user and policy.

    python3 waits.py --gnomon ./gnomon --workload LOG.swf.gz --processors 100 easy fcfs
    python3 waits.py ... --plot waits.png      # needs matplotlib

Needs pandas (Debian: python3-pandas, python3-matplotlib).
"""

import argparse
import pathlib
import subprocess
import tempfile

import pandas


def schedule(gnomon, workload, processors, policy):
    """The schedule of one simulation: a row for each job, times in seconds."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "schedule.csv"
        command = [gnomon, "simulate", "--workload", workload, "--policy", policy, "--schedule", str(file)]
        if processors:
            command += ["--processors", str(processors)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return pandas.read_csv(file)


def mean_waits(jobs):
    """Hours by user, of the jobs that started."""
    started = jobs[jobs.start >= 0]
    return (started.start - started.submit).groupby(started.user).mean() / 3600


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("--gnomon", default="gnomon", help="the launcher")
    options.add_argument("--workload", required=True)
    options.add_argument("--processors", type=int)
    options.add_argument("--plot", help="file of the chart")
    options.add_argument("policies", nargs="+")
    given = options.parse_args()
    waits = pandas.DataFrame(
        {
            policy: mean_waits(schedule(given.gnomon, given.workload, given.processors, policy))
            for policy in given.policies
        }
    )
    print(waits.round(3).to_csv(), end="")
    if given.plot:
        waits.plot.bar(ylabel="mean wait in hours").figure.savefig(given.plot)


if __name__ == "__main__":
    main()
