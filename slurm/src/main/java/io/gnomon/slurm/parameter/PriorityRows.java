package io.gnomon.slurm.parameter;

import io.gnomon.model.priority.PriorityFactor;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;

/** The rows of the weights of priorities, {@code PriorityWeight*} in slurm.conf. */
public final class PriorityRows {
  /** Weights that studies and advice change: all but that of the association. */
  public static final List<SlurmParameter> STUDIED =
      EnumSet.complementOf(EnumSet.of(PriorityFactor.ASSOCIATION)).stream()
          .map(PriorityRows::weight)
          .toList();

  private PriorityRows() {}

  /** The weight of a factor. */
  public static SlurmParameter weight(PriorityFactor factor) {
    return switch (factor) {
      case AGE -> SlurmParameter.PRIORITY_WEIGHT_AGE;
      case ASSOCIATION -> SlurmParameter.PRIORITY_WEIGHT_ASSOC;
      case FAIR_SHARE -> SlurmParameter.PRIORITY_WEIGHT_FAIR_SHARE;
      case JOB_SIZE -> SlurmParameter.PRIORITY_WEIGHT_JOB_SIZE;
      case PARTITION -> SlurmParameter.PRIORITY_WEIGHT_PARTITION;
      case QOS -> SlurmParameter.PRIORITY_WEIGHT_QOS;
    };
  }

  /** The factor that a row is the weight of; empty for other rows. */
  public static Optional<PriorityFactor> factor(SlurmParameter row) {
    return Arrays.stream(PriorityFactor.values()).filter(one -> weight(one) == row).findFirst();
  }
}
