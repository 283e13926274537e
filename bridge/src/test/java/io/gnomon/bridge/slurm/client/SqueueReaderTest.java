package io.gnomon.bridge.slurm.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqueueReaderTest {
  private static List<JobRecord> read(String json) throws SlurmException {
    return RecordedSlurm.jobs(json.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void readsWhatSlurm2205Prints() throws Exception {
    List<JobRecord> jobs = RecordedSlurm.jobs(RecordedSlurm.bytes("slurm-22.05/squeue.json"));
    assertThat(jobs).hasSize(18);
    JobRecord first = jobs.get(0);
    assertThat(first.id()).isEqualTo(306);
    assertThat(first.states()).containsExactly("RUNNING");
    assertThat(first.processors()).isEqualTo(16);
    assertThat(first.limitMinutes()).isEqualTo(5);
    assertThat(first.start()).isEqualTo(1_795_250_170L);
    assertThat(first.arrayTask()).isEqualTo(JobRecord.NONE);
    JobRecord array = jobs.get(jobs.size() - 1);
    assertThat(array.arrayTasks()).isEqualTo("5,7,9%2");
    assertThat(array.arrayLimit()).isEqualTo(2);
  }

  @Test
  void readsTheFormOf2302AndLaterWithNumbersAsObjectsAndStatesAsLists() throws Exception {
    JobRecord job =
        read("""
        {"jobs":[{"job_id":7,"array_task_id":{"set":false,"infinite":false,"number":0},
        "array_job_id":{"set":true,"infinite":false,"number":0},
        "job_state":["COMPLETED","COMPLETING"],"cpus":{"set":true,"number":8,"infinite":false},
        "time_limit":{"set":true,"infinite":true,"number":0},"shared":["none"],
        "end_time":{"set":true,"infinite":false,"number":99},
        "exit_code":{"status":["SIGNALED"],"return_code":{"set":false,"number":0},
        "signal":{"id":{"set":true,"infinite":false,"number":9},"name":"KILL"}},
        "memory_per_node":{"set":true,"infinite":false,"number":512},"flags":["A"]}],
        "last_backfill":{"set":true,"number":1},"warnings":[],"errors":[]}
        """)
            .get(0);
    assertThat(job.arrayTask()).isEqualTo(JobRecord.NONE);
    assertThat(job.states()).containsExactlyInAnyOrder("COMPLETED", "COMPLETING");
    assertThat(job.processors()).isEqualTo(8);
    assertThat(job.limitMinutes()).isEqualTo(JobRecord.UNLIMITED);
    assertThat(job.wholeNodes()).isTrue();
    assertThat(job.signal()).isEqualTo(9);
    assertThat(job.memoryMegabytes()).isEqualTo(512);
  }

  @ParameterizedTest
  @CsvSource({"null, 0", "50, 50", "4294967196, -100", "4294967294, -2"})
  void aNiceValueIsSigned(String printed, long nice) throws Exception {
    assertThat(read("{\"jobs\":[{\"job_id\":1,\"nice\":" + printed + "},{\"job_id\":2}]}"))
        .extracting(JobRecord::nice)
        .containsExactly(nice, 0L);
  }

  @Test
  void aJobNameThatIsNotUtf8DoesNotHideTheQueue() throws Exception {
    byte[] json =
        "{\"jobs\":[{\"job_id\":1,\"name\":\"caf\u00e9\"}]}".getBytes(StandardCharsets.ISO_8859_1);
    assertThat(RecordedSlurm.jobs(json).get(0).name()).isEqualTo("caf\ufffd");
  }

  @Test
  void halfOfASurrogatePairIsReplaced() throws Exception {
    assertThat(read("{\"jobs\":[{\"job_id\":1,\"name\":\"a\\ud83db\"}]}"))
        .extracting(JobRecord::name)
        .containsExactly("a?b");
  }

  @Test
  void whatCannotBeReadOfAJobIsLeftOutAndTheOtherJobsStand() throws Exception {
    String json =
        """
        {"jobs":[7,{"job_id":1,"name":7,"cpus":"many","nice":[],"job_state":{"a":1},"nodes":null,
        "exit_code":{"signal":3},"job_resources":{"allocated_nodes":[1,[2]]},"gres_detail":[{}],
        "priority":1e300,"time_limit":{"set":"?","infinite":[],"number":null},"submit_time":-5},
        {"cpus":4},{"job_id":"x"},[{"job_id":9}],null,
        {"job_id":2,"cpus":123456789012345678901234567890,"name":"LONG","features":"LONG"},
        {"job_id":3,"name":"good","cpus":3}]}
        """;
    List<String> causes = new ArrayList<>();
    byte[] printed = json.replace("LONG", "x".repeat(5000)).getBytes(StandardCharsets.UTF_8);
    List<JobRecord> jobs =
        SqueueReader.read(new ByteArrayInputStream(printed), "slurmrestd", causes::add);
    assertThat(jobs).extracting(JobRecord::id).containsExactly(1L, 2L, 3L);
    JobRecord odd = jobs.get(0);
    assertThat(odd.name()).isEmpty();
    assertThat(odd.processors()).isZero();
    assertThat(odd.nice()).isZero();
    assertThat(odd.submit()).isZero();
    assertThat(odd.limitMinutes()).isEqualTo(JobRecord.NONE);
    assertThat(odd.priority()).isEqualTo(Long.MAX_VALUE);
    assertThat(odd.allocated()).isEmpty();
    assertThat(jobs.get(1).processors()).isEqualTo(Long.MAX_VALUE);
    assertThat(jobs.get(1).name()).hasSize(255).startsWith("xxxx");
    assertThat(jobs.get(1).demand().features()).isEmpty();
    assertThat(jobs.get(2).name()).isEqualTo("good");
    assertThat(causes)
        .contains(
            "slurmrestd: a job left out because it has no job_id",
            "slurmrestd: left out an entry of jobs because it is not an object",
            "slurmrestd: left out name because it is not a string",
            "slurmrestd: left out features, or a part of it because it is too long");
  }

  @Test
  void malformedOutputOfARecordedQueueIsReported() {
    assertThatThrownBy(() -> read("{\"jobs\":[{\"job_id\":1,"))
        .isInstanceOf(SlurmException.class)
        .hasMessageContaining("squeue --json");
    assertThatThrownBy(() -> read("{\"jobs\":[{\"job_id\":1,\n\"name\":7}]}"))
        .isInstanceOf(SlurmException.class)
        .hasMessageEndingWith("at '/jobs/0/name': found a number 7 instead of a string");
    assertThatThrownBy(() -> read("{\"jobs\":[{\"job_id\":1,\"cpus\":\"many\"}]}"))
        .isInstanceOf(SlurmException.class)
        .hasMessageEndingWith("at '/jobs/0/cpus': found a string 'many' instead of a number");
    assertThatThrownBy(() -> read("{\"jobs\":[{\"job_id\":1},{\"cpus\":4}]}"))
        .isInstanceOf(SlurmException.class)
        .hasMessageEndingWith("at '/jobs/1': the job has no job_id");
    assertThatThrownBy(() -> read("{\"jobs\":[{\"unused\":" + "1".repeat(1500) + "}]}"))
        .isInstanceOf(SlurmException.class)
        .hasMessageContaining("/jobs/0/unused");
    assertThatThrownBy(() -> read("{\"jobs\":[]} and more")).isInstanceOf(SlurmException.class);
    assertThatThrownBy(() -> read("{\"meta\":{}}"))
        .isInstanceOf(SlurmException.class)
        .hasMessageContaining("has no 'jobs'");
    assertThatThrownBy(() -> read("{\"jobs\":[],\"errors\":[{\"error\":\"refused\"}]}"))
        .isInstanceOf(SlurmException.class)
        .hasMessageContaining("refused");
    assertThatThrownBy(() -> read("JOBID PARTITION")).isInstanceOf(SlurmException.class);
  }
}
