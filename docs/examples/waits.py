"""Simulates a workload under several policies and prints the mean wait in hours, by policy and user.

    python3 waits.py --gnomon ./gnomon --workload LOG.swf.gz --processors 100 easy fcfs
    python3 waits.py ... --plot waits.png      # needs matplotlib
"""

import argparse
import collections
import csv
import pathlib
import subprocess
import tempfile


def schedule(gnomon, workload, processors, policy, folder):
    """Rows of the schedule of one simulation, as dictionaries."""
    file = pathlib.Path(folder) / "schedule.csv"
    command = [gnomon, "simulate", "--workload", workload, "--policy", policy, "--schedule", str(file)]
    if processors:
        command += ["--processors", str(processors)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    with open(file, newline="", encoding="utf-8") as rows:
        return list(csv.DictReader(rows))


def mean_waits(rows):
    """Hours by user, of the jobs that started; times are seconds."""
    waits = collections.defaultdict(list)
    for row in rows:
        if int(row["start"]) >= 0:
            waits[row["user"]].append((int(row["start"]) - int(row["submit"])) / 3600)
    return {user: sum(hours) / len(hours) for user, hours in waits.items()}


def plot(waits, file):
    import matplotlib.pyplot as pyplot

    users = sorted({user for of in waits.values() for user in of})
    figure, axes = pyplot.subplots()
    for i, (policy, of) in enumerate(waits.items()):
        places = [place + i / (len(waits) + 1) for place in range(len(users))]
        axes.bar(places, [of.get(user, 0) for user in users], 1 / (len(waits) + 1), label=policy)
    axes.set_xticks(range(len(users)), users)
    axes.set_ylabel("mean wait in hours")
    axes.legend()
    figure.savefig(file)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("--gnomon", default="gnomon", help="the launcher")
    options.add_argument("--workload", required=True)
    options.add_argument("--processors", type=int)
    options.add_argument("--plot", help="file of the chart")
    options.add_argument("policies", nargs="+")
    given = options.parse_args()
    waits = {}
    with tempfile.TemporaryDirectory() as folder:
        for policy in given.policies:
            rows = schedule(given.gnomon, given.workload, given.processors, policy, folder)
            waits[policy] = mean_waits(rows)
    print("policy,user,mean_wait_hours")
    for policy, of in waits.items():
        for user, hours in sorted(of.items()):
            print(f"{policy},{user},{hours:.3f}")
    if given.plot:
        plot(waits, given.plot)


if __name__ == "__main__":
    main()
