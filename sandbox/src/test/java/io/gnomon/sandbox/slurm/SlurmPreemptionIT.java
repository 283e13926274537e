package io.gnomon.sandbox.slurm;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A job of a partition with a higher tier preempts the same jobs of a real Slurm, in each mode. */
@Tag("slurm")
class SlurmPreemptionIT {
  @TempDir private static Path folder;
  private static RealSlurm slurm;

  @BeforeAll
  static void startSlurm() throws Exception {
    slurm = RealSlurm.start(folder, 2, 4);
  }

  @AfterAll
  static void stopSlurm() throws Exception {
    if (slurm != null) {
      slurm.close();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"REQUEUE", "CANCEL", "SUSPEND,GANG"})
  void theSameJobsArePreemptedInTheSameWay(String mode) throws Exception {
    PreemptedJobs.compareTiers(slurm, folder, mode, "", PreemptedJobs.OF_TIERS);
  }
}
