package io.gnomon.sim.assess.report;

import io.gnomon.sim.assess.Assessment;
import io.gnomon.sim.assess.WhatIf;
import io.gnomon.sim.assess.change.SlurmDefinitions;
import io.gnomon.sim.assess.figure.GainTest;
import io.gnomon.sim.priority.Accounts;
import io.gnomon.sim.report.document.Columns;
import io.gnomon.sim.report.document.DocumentBuilder;
import java.util.ArrayList;
import java.util.List;

/** What else would help, the method and its limits. */
record MethodSections(Assessment assessment, DocumentBuilder document) {
  void add(List<String> notes) {
    alternatives();
    method();
    limits(notes);
  }

  private void alternatives() {
    document.heading("What else would help");
    whatIf("Better requested times", assessment.prediction());
    whatIf("More nodes, for comparison", assessment.growth());
    WhatIf hourly = assessment.hourly();
    if (hourly == null) {
      document.say("The hourly loop was not simulated.");
    } else {
      whatIf("Tuning instead of durable changes", List.of(hourly));
    }
  }

  private void whatIf(String caption, List<WhatIf> rows) {
    if (!rows.isEmpty()) {
      document.add(
          new Columns<WhatIf>()
              .text("What", WhatIf::title)
              .of(WhatIf::gain, Words.GAIN)
              .text("Both, 95 % interval", one -> Words.interval(one.gain()))
              .table(rows)
              .caption(caption, 0));
    }
  }

  private void method() {
    document.heading("Method");
    document.say(
        "Each change is simulated on the recorded jobs with their recorded submissions and runtimes%s."
                .formatted(
                    assessment.arrivals() == 0
                        ? ""
                        : (", and on %d other orders of the recorded weeks or days. Relative"
                                + " changes are over all of these, mean waits over the recorded"
                                + " submissions")
                            .formatted(assessment.arrivals()))
            + " Changes are ranked by the geometric mean of mean wait and mean bounded slowdown"
            + " (bound 10 s).");
    document.say(
        "Intervals come from a block bootstrap over %d %s. They hold for all changes together with"
                .formatted(assessment.blocks().count(), assessment.blocks().words())
            + " a probability of "
            + Words.share(1 - GainTest.ERROR)
            + " (max-t), so that trying many changes does not make one of them look good by chance.");
    document.say(
        "A change is advised if its gain is at least %s, its interval excludes no gain, and neither"
                .formatted(Words.share(assessment.requiredGain()))
            + " of the two figures rises by more than 2 %. Further changes are added while each adds"
            + " as much, up to three.");
    document.say(
        "The simulation reproduces the past closely if its mean wait is within 20 % of the recorded"
            + " one and the distributions of waits differ by at most 15 % of the jobs, and roughly if"
            + " within 50 % and 30 %. Within the first limits, the error is smaller than the gains"
            + " that matter. Beyond the second, the simulated queue is another one than the real"
            + " queue, so its gains say nothing. In between, a gain must be larger than the error.");
  }

  private void limits(List<String> notes) {
    document.heading("Limits");
    List<String> items = new ArrayList<>(notes);
    items.add(
        "Users react to changes; the simulation assumes that they submit the same jobs at the same"
            + " times.");
    items.add(
        "The simulation begins with an empty machine and knows nothing of nodes that were down, of"
            + " reservations, or of jobs that administrators held or moved.");
    SlurmDefinitions site = assessment.recorded().slurm();
    Accounts accounts = site == null ? null : site.accounts();
    if (accounts != null
        && accounts.usage().isEmpty()
        && accounts.settings().weights().fairShare() > 0) {
      items.add(
          "Fair share begins without usage. If you have what sshare printed when the record begins,"
              + " name it with --usage.");
    }
    items.add("Runtimes do not depend on the nodes on which jobs run.");
    document.items(items);
  }
}
