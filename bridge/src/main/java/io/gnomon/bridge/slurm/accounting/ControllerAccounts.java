package io.gnomon.bridge.slurm.accounting;

import io.gnomon.slurm.listing.ShareListing;
import io.gnomon.slurm.listing.ShareListing.Row;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The accounts that slurmctld keeps in memory, as rows of the tables that sacctmgr prints. Source:
 * manual of sshare.
 */
final class ControllerAccounts {
  private ControllerAccounts() {}

  /** The associations that sshare lists, each account below the one that is less indented. */
  static List<Map<String, String>> associations(ShareListing shares) {
    List<Map<String, String>> rows = new ArrayList<>();
    Deque<Row> above = new ArrayDeque<>();
    for (Row one : shares.rows()) {
      Map<String, String> row = new HashMap<>();
      row.put("account", one.account());
      row.put("user", one.user());
      one.shares()
          .ifPresent(of -> row.put("share", of == ShareListing.PARENT_SHARES ? "parent" : "" + of));
      if (one.user().isEmpty()) {
        while (!above.isEmpty() && above.getLast().depth() >= one.depth()) {
          above.removeLast();
        }
        if (!above.isEmpty()) {
          row.put("parentname", above.getLast().account());
        }
        above.add(one);
      }
      rows.add(row);
    }
    return rows;
  }
}
