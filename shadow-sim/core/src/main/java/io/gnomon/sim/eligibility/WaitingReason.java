package io.gnomon.sim.eligibility;

import static io.gnomon.model.limits.LimitKind.ACCOUNT_TRES;
import static io.gnomon.model.limits.LimitKind.GROUP_JOBS;
import static io.gnomon.model.limits.LimitKind.GROUP_SUBMITTED;
import static io.gnomon.model.limits.LimitKind.GROUP_TRES;
import static io.gnomon.model.limits.LimitKind.GROUP_TRES_MINUTES;
import static io.gnomon.model.limits.LimitKind.GROUP_TRES_RUN_MINUTES;
import static io.gnomon.model.limits.LimitKind.GROUP_WALL_MINUTES;
import static io.gnomon.model.limits.LimitKind.JOBS;
import static io.gnomon.model.limits.LimitKind.JOBS_OF_ACCOUNT;
import static io.gnomon.model.limits.LimitKind.JOBS_OF_USER;
import static io.gnomon.model.limits.LimitKind.JOB_TRES;
import static io.gnomon.model.limits.LimitKind.JOB_TRES_MINUTES;
import static io.gnomon.model.limits.LimitKind.LEAST_TRES;
import static io.gnomon.model.limits.LimitKind.NODE_TRES;
import static io.gnomon.model.limits.LimitKind.SUBMITTED;
import static io.gnomon.model.limits.LimitKind.SUBMITTED_OF_ACCOUNT;
import static io.gnomon.model.limits.LimitKind.SUBMITTED_OF_USER;
import static io.gnomon.model.limits.LimitKind.USER_TRES;
import static io.gnomon.model.limits.LimitKind.WALL_MINUTES;
import static io.gnomon.model.limits.LimitScope.ASSOCIATION;
import static io.gnomon.model.limits.LimitScope.QOS;
import static io.gnomon.model.limits.LimitedTres.BILLING;
import static io.gnomon.model.limits.LimitedTres.CPU;
import static io.gnomon.model.limits.LimitedTres.GRES;
import static io.gnomon.model.limits.LimitedTres.LICENSE;
import static io.gnomon.model.limits.LimitedTres.MEMORY;
import static io.gnomon.model.limits.LimitedTres.NODE;
import static io.gnomon.model.limits.LimitedTres.OTHER;

import io.gnomon.model.limits.LimitKind;
import io.gnomon.model.limits.LimitScope;
import io.gnomon.model.limits.LimitedTres;
import org.jspecify.annotations.Nullable;

/**
 * Why a job waits although resources may be free. The text is the reason that {@code squeue} of
 * Slurm prints.
 *
 * <p>Source: manual of squeue, job reason codes.
 */
public enum WaitingReason {
  /** Its user holds it. */
  HELD_BY_USER("JobHeldUser"),
  /** An administrator holds it. */
  HELD_BY_ADMINISTRATOR("JobHeldAdmin"),
  /** Its earliest start is in the future. */
  BEGIN_TIME("BeginTime"),
  /** It waits for another job. */
  DEPENDENCY("Dependency"),
  /** It waits for another job that has ended in another way than required. */
  DEPENDENCY_NEVER_SATISFIED("DependencyNeverSatisfied"),
  /** As many tasks of its array as allowed have started. */
  ARRAY_TASK_LIMIT("JobArrayTaskLimit"),
  /** Not enough of its licences are free. */
  LICENSES("Licenses"),
  /** Its time limit is above that of its partition. */
  PARTITION_TIME("PartitionTimeLimit"),
  /** It requests more nodes, or fewer, than its partition allows. */
  PARTITION_NODES("PartitionNodeLimit"),
  /** Its partition starts no jobs. */
  PARTITION_DOWN("PartitionDown"),
  /** The reservation in which it runs has not begun, or has ended. */
  RESERVATION("Reservation"),
  /** The reservation does not admit its user or account. */
  RESERVATION_DENIED("Access denied to requested reservation"),
  /** The cluster does not have its reservation. */
  RESERVATION_UNKNOWN("Requested reservation is invalid"),
  /** The nodes that it could use are reserved before its end. */
  RESERVED("ReqNodeNotAvail, May be reserved for other job"),

  // --- numbers of jobs and wall time of associations
  ASSOCIATION_GROUP_JOBS("AssocGrpJobsLimit", ASSOCIATION, GROUP_JOBS),
  ASSOCIATION_GROUP_SUBMITTED("AssocGrpSubmitJobsLimit", ASSOCIATION, GROUP_SUBMITTED),
  ASSOCIATION_GROUP_WALL("AssocGrpWallLimit", ASSOCIATION, GROUP_WALL_MINUTES),
  ASSOCIATION_JOBS("AssocMaxJobsLimit", ASSOCIATION, JOBS),
  ASSOCIATION_SUBMITTED("AssocMaxSubmitJobLimit", ASSOCIATION, SUBMITTED),
  ASSOCIATION_WALL("AssocMaxWallDurationPerJobLimit", ASSOCIATION, WALL_MINUTES),

  // --- associations: what running jobs of the group may hold
  ASSOCIATION_GROUP_CPU("AssocGrpCpuLimit", ASSOCIATION, GROUP_TRES, CPU),
  ASSOCIATION_GROUP_MEMORY("AssocGrpMemLimit", ASSOCIATION, GROUP_TRES, MEMORY),
  ASSOCIATION_GROUP_NODE("AssocGrpNodeLimit", ASSOCIATION, GROUP_TRES, NODE),
  ASSOCIATION_GROUP_BILLING("AssocGrpBilling", ASSOCIATION, GROUP_TRES, BILLING),
  ASSOCIATION_GROUP_GRES("AssocGrpGRES", ASSOCIATION, GROUP_TRES, GRES),
  ASSOCIATION_GROUP_LICENSE("AssocGrpLicense", ASSOCIATION, GROUP_TRES, LICENSE),

  // --- associations: what the group may use
  ASSOCIATION_GROUP_MINUTES_CPU("AssocGrpCPUMinutesLimit", ASSOCIATION, GROUP_TRES_MINUTES, CPU),
  ASSOCIATION_GROUP_MINUTES_MEMORY("AssocGrpMemMinutes", ASSOCIATION, GROUP_TRES_MINUTES, MEMORY),
  ASSOCIATION_GROUP_MINUTES_NODE("AssocGrpNodeMinutes", ASSOCIATION, GROUP_TRES_MINUTES, NODE),
  ASSOCIATION_GROUP_MINUTES_BILLING(
      "AssocGrpBillingMinutes", ASSOCIATION, GROUP_TRES_MINUTES, BILLING),
  ASSOCIATION_GROUP_MINUTES_GRES("AssocGrpGRESMinutes", ASSOCIATION, GROUP_TRES_MINUTES, GRES),
  ASSOCIATION_GROUP_MINUTES_LICENSE(
      "AssocGrpLicenseMinutes", ASSOCIATION, GROUP_TRES_MINUTES, LICENSE),

  // --- associations: what running jobs of the group may still use
  ASSOCIATION_GROUP_RUN_MINUTES_CPU(
      "AssocGrpCPURunMinutesLimit", ASSOCIATION, GROUP_TRES_RUN_MINUTES, CPU),
  ASSOCIATION_GROUP_RUN_MINUTES_MEMORY(
      "AssocGrpMemRunMinutes", ASSOCIATION, GROUP_TRES_RUN_MINUTES, MEMORY),
  ASSOCIATION_GROUP_RUN_MINUTES_NODE(
      "AssocGrpNodeRunMinutes", ASSOCIATION, GROUP_TRES_RUN_MINUTES, NODE),
  ASSOCIATION_GROUP_RUN_MINUTES_BILLING(
      "AssocGrpBillingRunMinutes", ASSOCIATION, GROUP_TRES_RUN_MINUTES, BILLING),
  ASSOCIATION_GROUP_RUN_MINUTES_GRES(
      "AssocGrpGRESRunMinutes", ASSOCIATION, GROUP_TRES_RUN_MINUTES, GRES),
  ASSOCIATION_GROUP_RUN_MINUTES_LICENSE(
      "AssocGrpLicenseRunMinutes", ASSOCIATION, GROUP_TRES_RUN_MINUTES, LICENSE),

  // --- associations: what a job may hold
  ASSOCIATION_JOB_CPU("AssocMaxCpuPerJobLimit", ASSOCIATION, JOB_TRES, CPU),
  ASSOCIATION_JOB_MEMORY("AssocMaxMemPerJob", ASSOCIATION, JOB_TRES, MEMORY),
  ASSOCIATION_JOB_NODE("AssocMaxNodePerJobLimit", ASSOCIATION, JOB_TRES, NODE),
  ASSOCIATION_JOB_BILLING("AssocMaxBillingPerJob", ASSOCIATION, JOB_TRES, BILLING),
  ASSOCIATION_JOB_GRES("AssocMaxGRESPerJob", ASSOCIATION, JOB_TRES, GRES),
  ASSOCIATION_JOB_LICENSE("AssocMaxLicensePerJob", ASSOCIATION, JOB_TRES, LICENSE),

  // --- associations: what a job may use
  ASSOCIATION_JOB_MINUTES_CPU("AssocMaxCpuMinutesPerJobLimit", ASSOCIATION, JOB_TRES_MINUTES, CPU),
  ASSOCIATION_JOB_MINUTES_MEMORY("AssocMaxMemMinutesPerJob", ASSOCIATION, JOB_TRES_MINUTES, MEMORY),
  ASSOCIATION_JOB_MINUTES_NODE("AssocMaxNodeMinutesPerJob", ASSOCIATION, JOB_TRES_MINUTES, NODE),
  ASSOCIATION_JOB_MINUTES_BILLING(
      "AssocMaxBillingMinutesPerJob", ASSOCIATION, JOB_TRES_MINUTES, BILLING),
  ASSOCIATION_JOB_MINUTES_GRES("AssocMaxGRESMinutesPerJob", ASSOCIATION, JOB_TRES_MINUTES, GRES),
  ASSOCIATION_JOB_MINUTES_LICENSE(
      "AssocMaxLicenseMinutesPerJob", ASSOCIATION, JOB_TRES_MINUTES, LICENSE),

  // --- associations: what a job may hold on a node
  ASSOCIATION_PER_NODE_CPU("AssocMaxCpuPerNode", ASSOCIATION, NODE_TRES, CPU),
  ASSOCIATION_PER_NODE_MEMORY("AssocMaxMemPerNode", ASSOCIATION, NODE_TRES, MEMORY),
  ASSOCIATION_PER_NODE_OTHER("AssocMaxUnknownPerNode", ASSOCIATION, NODE_TRES, OTHER),
  ASSOCIATION_PER_NODE_BILLING("AssocMaxBillingPerNode", ASSOCIATION, NODE_TRES, BILLING),
  ASSOCIATION_PER_NODE_GRES("AssocMaxGRESPerNode", ASSOCIATION, NODE_TRES, GRES),

  // --- numbers of jobs and wall time of QOS
  QOS_GROUP_JOBS("QOSGrpJobsLimit", QOS, GROUP_JOBS),
  QOS_GROUP_SUBMITTED("QOSGrpSubmitJobsLimit", QOS, GROUP_SUBMITTED),
  QOS_GROUP_WALL("QOSGrpWallLimit", QOS, GROUP_WALL_MINUTES),
  QOS_JOBS_OF_ACCOUNT("MaxJobsPerAccount", QOS, JOBS_OF_ACCOUNT),
  QOS_JOBS_OF_USER("QOSMaxJobsPerUserLimit", QOS, JOBS_OF_USER),
  QOS_SUBMITTED_OF_ACCOUNT("MaxSubmitJobsPerAccount", QOS, SUBMITTED_OF_ACCOUNT),
  QOS_SUBMITTED_OF_USER("QOSMaxSubmitJobPerUserLimit", QOS, SUBMITTED_OF_USER),
  QOS_WALL("QOSMaxWallDurationPerJobLimit", QOS, WALL_MINUTES),

  // --- QOS: what running jobs of the group may hold
  QOS_GROUP_CPU("QOSGrpCpuLimit", QOS, GROUP_TRES, CPU),
  QOS_GROUP_MEMORY("QOSGrpMemLimit", QOS, GROUP_TRES, MEMORY),
  QOS_GROUP_NODE("QOSGrpNodeLimit", QOS, GROUP_TRES, NODE),
  QOS_GROUP_BILLING("QOSGrpBilling", QOS, GROUP_TRES, BILLING),
  QOS_GROUP_GRES("QOSGrpGRES", QOS, GROUP_TRES, GRES),
  QOS_GROUP_LICENSE("QOSGrpLicense", QOS, GROUP_TRES, LICENSE),

  // --- QOS: what the group may use
  QOS_GROUP_MINUTES_CPU("QOSGrpCPUMinutesLimit", QOS, GROUP_TRES_MINUTES, CPU),
  QOS_GROUP_MINUTES_MEMORY("QOSGrpMemoryMinutes", QOS, GROUP_TRES_MINUTES, MEMORY),
  QOS_GROUP_MINUTES_NODE("QOSGrpNodeMinutes", QOS, GROUP_TRES_MINUTES, NODE),
  QOS_GROUP_MINUTES_BILLING("QOSGrpBillingMinutes", QOS, GROUP_TRES_MINUTES, BILLING),
  QOS_GROUP_MINUTES_GRES("QOSGrpGRESMinutes", QOS, GROUP_TRES_MINUTES, GRES),
  QOS_GROUP_MINUTES_LICENSE("QOSGrpLicenseMinutes", QOS, GROUP_TRES_MINUTES, LICENSE),

  // --- QOS: what running jobs of the group may still use
  QOS_GROUP_RUN_MINUTES_CPU("QOSGrpCPURunMinutesLimit", QOS, GROUP_TRES_RUN_MINUTES, CPU),
  QOS_GROUP_RUN_MINUTES_MEMORY("QOSGrpMemoryRunMinutes", QOS, GROUP_TRES_RUN_MINUTES, MEMORY),
  QOS_GROUP_RUN_MINUTES_NODE("QOSGrpNodeRunMinutes", QOS, GROUP_TRES_RUN_MINUTES, NODE),
  QOS_GROUP_RUN_MINUTES_BILLING("QOSGrpBillingRunMinutes", QOS, GROUP_TRES_RUN_MINUTES, BILLING),
  QOS_GROUP_RUN_MINUTES_GRES("QOSGrpGRESRunMinutes", QOS, GROUP_TRES_RUN_MINUTES, GRES),
  QOS_GROUP_RUN_MINUTES_LICENSE("QOSGrpLicenseRunMinutes", QOS, GROUP_TRES_RUN_MINUTES, LICENSE),

  // --- QOS: what a job may hold
  QOS_JOB_CPU("QOSMaxCpuPerJobLimit", QOS, JOB_TRES, CPU),
  QOS_JOB_MEMORY("QOSMaxMemoryPerJob", QOS, JOB_TRES, MEMORY),
  QOS_JOB_NODE("QOSMaxNodePerJobLimit", QOS, JOB_TRES, NODE),
  QOS_JOB_BILLING("QOSMaxBillingPerJob", QOS, JOB_TRES, BILLING),
  QOS_JOB_GRES("QOSMaxGRESPerJob", QOS, JOB_TRES, GRES),
  QOS_JOB_LICENSE("QOSMaxLicensePerJob", QOS, JOB_TRES, LICENSE),

  // --- QOS: what a job may use
  QOS_JOB_MINUTES_CPU("QOSMaxCpuMinutesPerJobLimit", QOS, JOB_TRES_MINUTES, CPU),
  QOS_JOB_MINUTES_MEMORY("QOSMaxMemoryMinutesPerJob", QOS, JOB_TRES_MINUTES, MEMORY),
  QOS_JOB_MINUTES_NODE("QOSMaxNodeMinutesPerJob", QOS, JOB_TRES_MINUTES, NODE),
  QOS_JOB_MINUTES_BILLING("QOSMaxBillingMinutesPerJob", QOS, JOB_TRES_MINUTES, BILLING),
  QOS_JOB_MINUTES_GRES("QOSMaxGRESMinutesPerJob", QOS, JOB_TRES_MINUTES, GRES),
  QOS_JOB_MINUTES_LICENSE("QOSMaxLicenseMinutesPerJob", QOS, JOB_TRES_MINUTES, LICENSE),

  // --- QOS: what a job may hold on a node
  QOS_PER_NODE_CPU("QOSMaxCpuPerNode", QOS, NODE_TRES, CPU),
  QOS_PER_NODE_MEMORY("QOSMaxMemoryPerNode", QOS, NODE_TRES, MEMORY),
  QOS_PER_NODE_OTHER("QOSMaxUnknownPerNode", QOS, NODE_TRES, OTHER),
  QOS_PER_NODE_BILLING("QOSMaxBillingPerNode", QOS, NODE_TRES, BILLING),
  QOS_PER_NODE_GRES("QOSMaxGRESPerNode", QOS, NODE_TRES, GRES),

  // --- QOS: the least that a job holds
  QOS_LEAST_CPU("QOSMinCpuNotSatisfied", QOS, LEAST_TRES, CPU),
  QOS_LEAST_MEMORY("QOSMinMemory", QOS, LEAST_TRES, MEMORY),
  QOS_LEAST_NODE("QOSMinNode", QOS, LEAST_TRES, NODE),
  QOS_LEAST_BILLING("QOSMinBilling", QOS, LEAST_TRES, BILLING),
  QOS_LEAST_GRES("QOSMinGRES", QOS, LEAST_TRES, GRES),
  QOS_LEAST_LICENSE("QOSMinLicense", QOS, LEAST_TRES, LICENSE),

  // --- QOS: what running jobs of an account may hold
  QOS_ACCOUNT_CPU("MaxCpuPerAccount", QOS, ACCOUNT_TRES, CPU),
  QOS_ACCOUNT_MEMORY("MaxMemoryPerAccount", QOS, ACCOUNT_TRES, MEMORY),
  QOS_ACCOUNT_NODE("MaxNodePerAccount", QOS, ACCOUNT_TRES, NODE),
  QOS_ACCOUNT_BILLING("MaxBillingPerAccount", QOS, ACCOUNT_TRES, BILLING),
  QOS_ACCOUNT_GRES("MaxGRESPerAccount", QOS, ACCOUNT_TRES, GRES),
  QOS_ACCOUNT_LICENSE("MaxLicensePerAccount", QOS, ACCOUNT_TRES, LICENSE),

  // --- QOS: what running jobs of a user may hold
  QOS_USER_CPU("QOSMaxCpuPerUserLimit", QOS, USER_TRES, CPU),
  QOS_USER_MEMORY("QOSMaxMemoryPerUser", QOS, USER_TRES, MEMORY),
  QOS_USER_NODE("QOSMaxNodePerUserLimit", QOS, USER_TRES, NODE),
  QOS_USER_BILLING("QOSMaxBillingPerUser", QOS, USER_TRES, BILLING),
  QOS_USER_GRES("QOSMaxGRESPerUser", QOS, USER_TRES, GRES),
  QOS_USER_LICENSE("QOSMaxLicensePerUser", QOS, USER_TRES, LICENSE);

  private final String text;
  private final @Nullable LimitScope scope;
  private final @Nullable LimitKind kind;
  private final @Nullable LimitedTres tres;

  /**
   * The limit that a reason names.
   *
   * @param tres the TRES that is limited; null for a limit on jobs or minutes
   */
  public record Limit(LimitScope scope, LimitKind kind, @Nullable LimitedTres tres) {}

  WaitingReason(String text) {
    this(text, null, null, null);
  }

  WaitingReason(String text, LimitScope scope, LimitKind kind) {
    this(text, scope, kind, null);
  }

  WaitingReason(
      String text,
      @Nullable LimitScope scope,
      @Nullable LimitKind kind,
      @Nullable LimitedTres tres) {
    this.text = text;
    this.scope = scope;
    this.kind = kind;
    this.tres = tres;
  }

  /** The reason as {@code squeue} prints it. */
  public String text() {
    return text;
  }

  /** The limit that keeps the job waiting, null if it is none. */
  public @Nullable Limit limit() {
    return scope == null || kind == null ? null : new Limit(scope, kind, tres);
  }
}
