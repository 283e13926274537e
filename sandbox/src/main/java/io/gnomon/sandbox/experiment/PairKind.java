package io.gnomon.sandbox.experiment;

/** How one site of a pair is tuned. */
enum PairKind {
  /** By Gnomon, which may put the queue into other orders than by priority. */
  ORDERS("orders", "Gnomon may order the queue", site -> new TunedSite(site, true)),
  /** By Gnomon, within the order of the priorities. */
  PRIORITIES("fair share", "Order by priority only", site -> new TunedSite(site, false)),
  /** By the best change of an assessment of the site's own record. */
  ADVICE("advice", "The best change of an assessment, written into slurm.conf", AdvisedSite::new);

  private final String word;
  private final String title;
  private final Tuning.Start start;

  PairKind(String word, String title, Tuning.Start start) {
    this.word = word;
    this.title = title;
    this.start = start;
  }

  /** In a word or two. */
  String word() {
    return word;
  }

  /** As a heading. */
  String title() {
    return title;
  }

  /** Begins to watch a site. */
  Tuning.Start start() {
    return start;
  }
}
