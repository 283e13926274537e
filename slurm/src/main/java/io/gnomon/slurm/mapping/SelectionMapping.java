package io.gnomon.slurm.mapping;

import io.gnomon.model.machine.AllocationUnit;
import io.gnomon.model.machine.Selection;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/** {@code SelectType} and {@code SelectTypeParameters}. Source: manual of slurm.conf. */
public final class SelectionMapping {
  private SelectionMapping() {}

  /**
   * How a cluster allocates nodes.
   *
   * @param texts value of a parameter by its name, empty if it is absent
   */
  public static Selection of(UnaryOperator<String> texts) {
    List<String> parameters =
        Arrays.stream(texts.apply("SelectTypeParameters").toUpperCase(Locale.ROOT).split(","))
            .map(String::strip)
            .toList();
    AllocationUnit unit = AllocationUnit.CORE;
    if (texts.apply("SelectType").endsWith("linear")) {
      unit = AllocationUnit.NODE;
    } else if (parameters.stream().anyMatch(name -> name.startsWith("CR_CPU"))) {
      unit = AllocationUnit.CPU;
    }
    return new Selection(
        unit,
        parameters.stream().anyMatch(name -> name.endsWith("MEMORY")),
        parameters.contains("CR_LLN"));
  }
}
