package io.gnomon.events.codec;

import static io.gnomon.events.codec.Ranges.MAX_INVALID_JOBS;
import static io.gnomon.events.codec.Ranges.MAX_JOBS;

import io.gnomon.events.InvalidEventException;
import io.gnomon.events.InvalidEventException.Reason;
import io.gnomon.events.InvalidJob;
import io.gnomon.events.codec.value.ListCodec;
import io.gnomon.events.codec.value.RecordCodec;
import io.gnomon.events.codec.value.Repairs;
import io.gnomon.events.codec.value.ValueCodec;
import io.gnomon.events.job.JobSnapshot;
import io.gnomon.events.json.JsonException;
import io.gnomon.events.json.JsonScanner;
import io.gnomon.events.json.JsonWriter;
import io.gnomon.events.machine.PlacedNodes;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The codec of the jobs of a snapshot that sets aside the jobs that are not valid. A list that is
 * not JSON is not valid as a whole, nor is one with more than {@value Limits#MAX_INVALID_JOBS} such
 * jobs. Not thread-safe: it keeps the jobs that it has set aside.
 */
final class JobByJobCodec implements ValueCodec<List<JobSnapshot>> {
  private final ListCodec<JobSnapshot> all;
  private final RecordCodec<Id> id = RecordCodec.of(Id.class).required("job").build();
  private List<InvalidJob> setAside = new ArrayList<>();

  /** The only field that is read of a job that is not valid. */
  public record Id(String job) {}

  JobByJobCodec(ListCodec<JobSnapshot> all) {
    this.all = all;
  }

  /** Removes and returns the jobs that have been set aside since the last call. */
  List<InvalidJob> takeSetAside() {
    List<InvalidJob> taken = setAside;
    setAside = new ArrayList<>();
    return taken;
  }

  @Override
  public boolean isFor(Type component) {
    return all.isFor(component);
  }

  @Override
  public List<JobSnapshot> read(JsonScanner in) {
    setAside.clear();
    List<JobSnapshot> jobs = new ArrayList<>();
    ListedNodes listed = ListedNodes.repeated();
    in.beginArray();
    for (int index = 0; in.nextElement(); index++) {
      if (index == MAX_JOBS) {
        throw tooMany(MAX_JOBS, "jobs");
      }
      int position = in.position();
      int depth = in.depth();
      try {
        JobSnapshot job = all.element().read(in);
        listed.add("", job.placement().stream().map(PlacedNodes::nodes));
        jobs.add(job);
      } catch (InvalidEventException invalid) {
        setAside(index, invalid, position, depth, in);
      } catch (JsonException broken) {
        setAside(index, InvalidEventException.of(broken), position, depth, in);
      }
    }
    return jobs;
  }

  private void setAside(
      int index, InvalidEventException invalid, int position, int depth, JsonScanner in) {
    if (setAside.size() == MAX_INVALID_JOBS) {
      throw tooMany(MAX_INVALID_JOBS, "jobs that are not valid");
    }
    String job = id(position, depth, in);
    // throws if it is not JSON
    in.returnTo(position, depth);
    in.skipValue();
    setAside.add(new InvalidJob(job, String.valueOf(invalid.within(index).getMessage())));
  }

  private @Nullable String id(int position, int depth, JsonScanner in) {
    in.returnTo(position, depth);
    try {
      return id.read(in).job();
    } catch (InvalidEventException | JsonException none) {
      return null;
    }
  }

  private static InvalidEventException tooMany(int most, String what) {
    return ValueCodec.invalid(
        Reason.OUT_OF_RANGE, "more than " + most + " " + what, "at most " + most + " " + what);
  }

  @Override
  public void write(List<JobSnapshot> jobs, JsonWriter out) {
    all.write(jobs, out);
  }

  @Override
  public List<JobSnapshot> fit(List<JobSnapshot> jobs, Repairs repairs) {
    return all.fit(jobs, repairs);
  }
}
