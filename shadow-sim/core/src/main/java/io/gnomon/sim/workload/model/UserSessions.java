package io.gnomon.sim.workload.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The users and applications of a generated workload. Users submit at different rates, and their
 * sessions repeat the same application, so that a user's past predicts the next job to some extent.
 *
 * <p>Users are chosen by Zipf's law. A session is a sequence of one user's jobs of one application,
 * with a Pareto-distributed length; some dozens of sessions are open at a time and interleave. Two
 * sessions in five reuse an application that the user has run before; the others take a new one
 * from the model, so that jobs overall follow the model's distributions. Longer or fewer sessions
 * would cluster similar jobs and lengthen queues beyond the model.
 */
final class UserSessions {
  private static final int OPEN_SESSIONS = 40;
  private static final double NEW_APPLICATION = 0.6;
  private static final double LENGTH_EXPONENT = 1.5;
  private static final int LONGEST_SESSION = 20;
  private static final double RUNTIME_SPREAD = 0.3;

  private final ApplicationModel model;
  private final SplittableRandom random;
  private final double[] userShares;
  private final List<List<Application>> repertoires = new ArrayList<>();
  private final List<Session> open = new ArrayList<>();
  private int applications;

  private static final class Session {
    private final Application application;
    private int jobsLeft;

    private Session(Application application, int jobs) {
      this.application = application;
      this.jobsLeft = jobs;
    }
  }

  UserSessions(ApplicationModel model, int users, SplittableRandom random) {
    this.model = model;
    this.random = random;
    this.userShares = new double[users];
    double sum = 0;
    for (int user = 0; user < users; user++) {
      sum += 1.0 / (user + 1);
      userShares[user] = sum;
      repertoires.add(new ArrayList<>());
    }
  }

  /** The application of the next job. */
  Application next() {
    while (open.size() < OPEN_SESSIONS) {
      open.add(new Session(application(user()), sessionLength()));
    }
    int chosen = index(open.size());
    Session session = open.get(chosen);
    session.jobsLeft--;
    if (session.jobsLeft == 0) {
      open.remove(chosen);
    }
    return session.application;
  }

  /** The runtime of the next run of an application, in seconds. */
  int runtime(Application application) {
    double deviation = StrictMath.exp(RUNTIME_SPREAD * Gamma.gaussian(random));
    double runtime = application.typicalRuntime() * deviation;
    int longest = Math.min(LublinModel.LONGEST_RUN_SECONDS, application.longest());
    return (int) Math.min(longest, Math.max(1, runtime));
  }

  private int user() {
    double share = random.nextDouble() * userShares[userShares.length - 1];
    int found = Arrays.binarySearch(userShares, share);
    return Math.min(userShares.length - 1, found < 0 ? -found - 1 : found);
  }

  private Application application(int user) {
    List<Application> repertoire = repertoires.get(user);
    if (!repertoire.isEmpty() && random.nextDouble() >= NEW_APPLICATION) {
      return repertoire.get(index(repertoire.size()));
    }
    Application application = model.draw(++applications, user + 1, random);
    repertoire.add(application);
    return application;
  }

  private int sessionLength() {
    double u = 1.0 - random.nextDouble();
    return (int) Math.min(LONGEST_SESSION, StrictMath.pow(u, -1.0 / LENGTH_EXPONENT));
  }

  private int index(int size) {
    return (int) (random.nextDouble() * size);
  }
}
