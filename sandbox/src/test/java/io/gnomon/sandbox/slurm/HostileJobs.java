package io.gnomon.sandbox.slurm;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Makes records of jobs as squeue could print them, and as it never should. */
final class HostileJobs {
  private static final List<String> NUMBERS =
      List.of(
          "array_job_id",
          "array_task_id",
          "array_max_tasks",
          "het_job_id",
          "cpus",
          "node_count",
          "time_limit",
          "submit_time",
          "start_time",
          "end_time",
          "suspend_time",
          "pre_sus_time",
          "restart_cnt",
          "exit_code",
          "priority",
          "memory_per_node",
          "memory_per_cpu",
          "nice",
          "eligible_time",
          "max_nodes",
          "tasks",
          "tasks_per_node",
          "cpus_per_task",
          "minimum_cpus_per_node");
  private static final List<String> TEXTS =
      List.of(
          "array_task_string",
          "state_reason",
          "nodes",
          "partition",
          "resv_name",
          "shared",
          "user_name",
          "account",
          "name",
          "tres_req_str",
          "dependency",
          "features",
          "qos",
          "licenses",
          "tres_per_job",
          "tres_per_node",
          "tres_per_task",
          "memory_per_tres",
          "tres_alloc_str");
  private static final List<String> OTHERS = List.of("job_resources", "gres_detail", "job_state");
  private static final List<String> STATES =
      List.of("PENDING", "RUNNING", "SUSPENDED", "COMPLETED", "CANCELLED", "COMPLETING", "?");
  private static final List<String> PHRASES =
      List.of(
          "",
          "n1",
          "n[1-2]",
          "n[1-999999999]",
          "n/1",
          "p",
          "p,p,q",
          "[ib|opa]",
          "ib*4&gpu*2",
          "(((",
          "0-999999999",
          "1-3,7%2",
          "...",
          "afterok:1:2(unfulfilled)",
          "singleton",
          ":",
          "afterok:",
          "cpu=99999999999,mem=9999999T,gres/gpu=9999999999",
          "gres:gpu:999999999,gpu:999999999",
          "gpu:a100:2(IDX:0-1)",
          "matlab:99999999,matlab:99999999",
          "a|b",
          "Resources",
          "None",
          "Dependency",
          "\u0000\u0001\n\t",
          "\ud83d\ude00",
          "\"\\");

  /** What users set with sbatch or scontrol. */
  private static final List<String> NUMBERS_OF_USERS =
      List.of("time_limit", "nice", "eligible_time", "max_nodes", "array_max_tasks");

  private static final List<String> TEXTS_OF_USERS =
      List.of("name", "account", "dependency", "features", "licenses", "qos", "resv_name");

  private final Random random;
  private final boolean ofUsers;

  /**
   * Jobs.
   *
   * @param ofUsers whether they wait, and only what users set has any values
   */
  HostileJobs(long seed, boolean ofUsers) {
    random = new Random(seed);
    this.ofUsers = ofUsers;
  }

  /** A job of which some fields have other values, or none. */
  Map<String, Object> job(long at) {
    return ofUsers ? pending(at) : any(at);
  }

  private Map<String, Object> pending(long at) {
    Map<String, Object> job = any(at);
    for (String field : List.copyOf(job.keySet())) {
      if (!field.equals("job_id") && !NUMBERS_OF_USERS.contains(field)) {
        job.remove(field);
      }
    }
    job.put("job_id", 100 + random.nextInt(40));
    job.put("job_state", "PENDING");
    job.put("state_reason", random.nextBoolean() ? "Dependency" : "JobHeldUser");
    job.put("cpus", 1);
    job.put("submit_time", at - 60);
    job.put("partition", "p");
    for (int i = random.nextInt(4); i >= 0; i--) {
      job.put(TEXTS_OF_USERS.get(random.nextInt(TEXTS_OF_USERS.size())), text());
      job.put(NUMBERS_OF_USERS.get(random.nextInt(NUMBERS_OF_USERS.size())), number());
    }
    return job;
  }

  /** A pending or running job of which any fields have other values, or none. */
  private Map<String, Object> any(long at) {
    Map<String, Object> job = new LinkedHashMap<>();
    job.put("job_id", 100 + random.nextInt(40));
    job.put("job_state", STATES.get(random.nextInt(STATES.size())));
    job.put("state_reason", "Priority");
    job.put("cpus", 1);
    job.put("node_count", 1);
    job.put("submit_time", at - 60);
    job.put("start_time", at - 30);
    job.put("end_time", at);
    job.put("time_limit", 10);
    job.put("priority", 100);
    job.put("partition", "p");
    job.put("user_name", "ann");
    job.put("nodes", random.nextBoolean() ? "n1" : "");
    for (int i = random.nextInt(6); i >= 0; i--) {
      mutate(job);
    }
    return job;
  }

  private void mutate(Map<String, Object> job) {
    int kind = random.nextInt(10);
    String number = NUMBERS.get(random.nextInt(NUMBERS.size()));
    String text = TEXTS.get(random.nextInt(TEXTS.size()));
    if (kind < 4) {
      job.put(number, number());
    } else if (kind < 8) {
      job.put(text, text());
    } else if (kind == 8) {
      List<String> all = new ArrayList<>(NUMBERS);
      all.addAll(TEXTS);
      all.addAll(OTHERS);
      all.add("job_id");
      job.put(all.get(random.nextInt(all.size())), anything(0));
    } else {
      List<String> fields = new ArrayList<>(job.keySet());
      job.remove(fields.get(random.nextInt(fields.size())));
    }
  }

  private @Nullable Object anything(int depth) {
    return switch (random.nextInt(depth > 3 ? 4 : 7)) {
      case 0 -> null;
      case 1 -> random.nextBoolean();
      case 2 -> number();
      case 3 -> text();
      case 4 -> List.of();
      case 5 -> {
        List<@Nullable Object> list = new ArrayList<>();
        list.add(anything(depth + 1));
        list.add(anything(depth + 1));
        yield list;
      }
      default -> {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        for (String name : List.of("set", "infinite", "number", "allocated_nodes", "nodename")) {
          if (random.nextBoolean()) {
            object.put(name, anything(depth + 1));
          }
        }
        yield object;
      }
    };
  }

  private Number number() {
    Number[] odd = {
      -1,
      0,
      1,
      2,
      1000,
      Integer.MAX_VALUE,
      Integer.MIN_VALUE,
      0xffff_fffeL,
      0xffff_ffffL,
      Long.MAX_VALUE,
      Long.MIN_VALUE,
      253_402_300_800L,
      1e300,
      -0.5,
      new BigInteger("123456789012345678901234567890"),
      random.nextInt(),
      random.nextLong()
    };
    return odd[random.nextInt(odd.length)];
  }

  private String text() {
    if (random.nextInt(3) > 0) {
      return PHRASES.get(random.nextInt(PHRASES.size()));
    }
    int[] lengths = {1, 3, 255, 256, 300, 1024, 4097, 100_000};
    int length = lengths[random.nextInt(lengths.length)];
    StringBuilder text = new StringBuilder();
    boolean ascii = random.nextBoolean();
    while (text.length() < length) {
      text.appendCodePoint(ascii ? ' ' + random.nextInt(95) : random.nextInt(0xd800));
    }
    return text.toString();
  }
}
