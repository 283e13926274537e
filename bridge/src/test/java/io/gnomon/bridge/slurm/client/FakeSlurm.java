package io.gnomon.bridge.slurm.client;

import io.gnomon.bridge.slurm.programs.ProgramSource;
import io.gnomon.bridge.slurm.programs.SlurmPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/**
 * Scripts in place of Slurm's programs that know SchedulerParameters, two weights, a limit of one
 * QOS, four nodes and their partition. They record the commands that change something.
 *
 * @param folder of slurm.conf, the file of Gnomon that it includes, and the scripts
 */
public record FakeSlurm(Path folder) {
  private static final String SITE = "SchedulerParameters=bf_interval=30\nPriorityWeightQOS=1000\n";
  private static final String CHANGE =
      """
      cd FOLDER
      change() {
        echo "$*" >>calls
        if [ "$*" = "$(cat rejected 2>/dev/null)" ]; then
          rm rejected
          echo 'error: not today' >&2
          exit 1
        fi
      }
      """;

  /** Starts with the site's configuration. */
  public FakeSlurm start() throws Exception {
    Files.createDirectories(folder.resolve("gnomon"));
    write("slurm.conf", SITE + "Include gnomon/gnomon.conf\n");
    write("gnomon/gnomon.conf", "");
    write("limit", "50");
    write("jobs", "{\"jobs\":[]}");
    write("hash", "Match");
    script("squeue", "cd FOLDER; cat jobs");
    script(
        "scontrol",
        CHANGE
            + """
            last() { cat slurm.conf gnomon/gnomon.conf | sed -n "s/^$1=//p" | tail -1; }
            case "$*" in
            reconfigure)
              change scontrol "$@"
              cat >running <<END
            SchedulerType           = sched/backfill
            ReconfigFlags           = KeepPartInfo
            PriorityType            = priority/multifactor
            AccountingStorageType   = accounting_storage/slurmdbd
            AccountingStorageEnforce = limits
            SLURM_CONF              = FOLDER/slurm.conf
            HASH_VAL                = $(cat hash)
            SchedulerParameters     = $(last SchedulerParameters)
            PriorityWeightQOS       = $(last PriorityWeightQOS)
            END
              ;;
            *config) cat running;;
            *'show node'*)
              for n in 1 2 3 4; do
                echo "NodeName=n$n CPUTot=4 CPUAlloc=0 State=IDLE RealMemory=1 Partitions=p"
              done
              ;;
            *'show partition'*)
              echo 'PartitionName=p Default=YES Nodes=n[1-4] State=UP TotalCPUs=16 TotalNodes=4' \\
                'MaxTime=UNLIMITED PriorityTier=1'
              ;;
            esac
            """);
    script(
        "sacctmgr",
        CHANGE
            + """
            case "$*" in
            *modify*=-1) change sacctmgr "$@"; : >limit;;
            *modify*) change sacctmgr "$@"; printf %s "${6#*=}" >limit;;
            *) printf 'Name|Priority|UsageFactor|MaxJobsPU|MaxTRESPU\\nnormal|0|1|%s|\\n' $(cat limit);;
            esac
            """);
    reconfigure();
    Files.delete(folder.resolve("calls"));
    return this;
  }

  private void script(String name, String script) throws IOException {
    new FakePrograms(folder.resolve("bin"))
        .write(name, script.replace("FOLDER", folder.toString()));
  }

  /** Writes a file. */
  public void write(String file, String content) throws IOException {
    Files.writeString(folder.resolve(file), content);
  }

  /** Makes Slurm reject a command once. */
  public void reject(String command) throws IOException {
    write("rejected", command);
  }

  /** Makes Slurm read its configuration. */
  public void reconfigure() throws SlurmException {
    programs().run("scontrol", "reconfigure");
  }

  /** Returns what runs the scripts. */
  public SlurmPrograms programs() {
    return new FakePrograms(folder.resolve("bin")).programs();
  }

  /** Returns what reads the state. */
  public SlurmReader reader() {
    return new SlurmReader(new ProgramSource(programs()), InstantSource.system());
  }

  /** The file that Gnomon owns. */
  public Path include() {
    return folder.resolve("gnomon/gnomon.conf");
  }

  /** The commands so far that changed something, or were to change it. */
  public List<String> calls() throws IOException {
    Path calls = folder.resolve("calls");
    return Files.exists(calls) ? Files.readAllLines(calls) : List.of();
  }

  /** What Slurm has: SchedulerParameters, PriorityWeightQOS and the limit. */
  public String values() throws Exception {
    Map<String, String> settings = reader().settings();
    return "%s %s %s"
        .formatted(
            settings.get("SchedulerParameters"),
            settings.get("PriorityWeightQOS"),
            Files.readString(folder.resolve("limit")));
  }
}
