package io.gnomon.sim.eligibility;

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
  ASSOCIATION_GROUP_JOBS("AssocGrpJobsLimit"),
  ASSOCIATION_GROUP_SUBMITTED("AssocGrpSubmitJobsLimit"),
  ASSOCIATION_GROUP_WALL("AssocGrpWallLimit"),
  ASSOCIATION_JOBS("AssocMaxJobsLimit"),
  ASSOCIATION_SUBMITTED("AssocMaxSubmitJobLimit"),
  ASSOCIATION_WALL("AssocMaxWallDurationPerJobLimit"),

  // --- associations: what running jobs of the group may hold
  ASSOCIATION_GROUP_CPU("AssocGrpCpuLimit"),
  ASSOCIATION_GROUP_MEMORY("AssocGrpMemLimit"),
  ASSOCIATION_GROUP_NODE("AssocGrpNodeLimit"),
  ASSOCIATION_GROUP_BILLING("AssocGrpBilling"),
  ASSOCIATION_GROUP_GRES("AssocGrpGRES"),
  ASSOCIATION_GROUP_LICENSE("AssocGrpLicense"),

  // --- associations: what the group may use
  ASSOCIATION_GROUP_MINUTES_CPU("AssocGrpCPUMinutesLimit"),
  ASSOCIATION_GROUP_MINUTES_MEMORY("AssocGrpMemMinutes"),
  ASSOCIATION_GROUP_MINUTES_NODE("AssocGrpNodeMinutes"),
  ASSOCIATION_GROUP_MINUTES_BILLING("AssocGrpBillingMinutes"),
  ASSOCIATION_GROUP_MINUTES_GRES("AssocGrpGRESMinutes"),
  ASSOCIATION_GROUP_MINUTES_LICENSE("AssocGrpLicenseMinutes"),

  // --- associations: what running jobs of the group may still use
  ASSOCIATION_GROUP_RUN_MINUTES_CPU("AssocGrpCPURunMinutesLimit"),
  ASSOCIATION_GROUP_RUN_MINUTES_MEMORY("AssocGrpMemRunMinutes"),
  ASSOCIATION_GROUP_RUN_MINUTES_NODE("AssocGrpNodeRunMinutes"),
  ASSOCIATION_GROUP_RUN_MINUTES_BILLING("AssocGrpBillingRunMinutes"),
  ASSOCIATION_GROUP_RUN_MINUTES_GRES("AssocGrpGRESRunMinutes"),
  ASSOCIATION_GROUP_RUN_MINUTES_LICENSE("AssocGrpLicenseRunMinutes"),

  // --- associations: what a job may hold
  ASSOCIATION_JOB_CPU("AssocMaxCpuPerJobLimit"),
  ASSOCIATION_JOB_MEMORY("AssocMaxMemPerJob"),
  ASSOCIATION_JOB_NODE("AssocMaxNodePerJobLimit"),
  ASSOCIATION_JOB_BILLING("AssocMaxBillingPerJob"),
  ASSOCIATION_JOB_GRES("AssocMaxGRESPerJob"),
  ASSOCIATION_JOB_LICENSE("AssocMaxLicensePerJob"),

  // --- associations: what a job may use
  ASSOCIATION_JOB_MINUTES_CPU("AssocMaxCpuMinutesPerJobLimit"),
  ASSOCIATION_JOB_MINUTES_MEMORY("AssocMaxMemMinutesPerJob"),
  ASSOCIATION_JOB_MINUTES_NODE("AssocMaxNodeMinutesPerJob"),
  ASSOCIATION_JOB_MINUTES_BILLING("AssocMaxBillingMinutesPerJob"),
  ASSOCIATION_JOB_MINUTES_GRES("AssocMaxGRESMinutesPerJob"),
  ASSOCIATION_JOB_MINUTES_LICENSE("AssocMaxLicenseMinutesPerJob"),

  // --- associations: what a job may hold on a node
  ASSOCIATION_PER_NODE_CPU("AssocMaxCpuPerNode"),
  ASSOCIATION_PER_NODE_MEMORY("AssocMaxMemPerNode"),
  ASSOCIATION_PER_NODE_OTHER("AssocMaxUnknownPerNode"),
  ASSOCIATION_PER_NODE_BILLING("AssocMaxBillingPerNode"),
  ASSOCIATION_PER_NODE_GRES("AssocMaxGRESPerNode"),

  // --- numbers of jobs and wall time of QOS
  QOS_GROUP_JOBS("QOSGrpJobsLimit"),
  QOS_GROUP_SUBMITTED("QOSGrpSubmitJobsLimit"),
  QOS_GROUP_WALL("QOSGrpWallLimit"),
  QOS_JOBS_OF_ACCOUNT("MaxJobsPerAccount"),
  QOS_JOBS_OF_USER("QOSMaxJobsPerUserLimit"),
  QOS_SUBMITTED_OF_ACCOUNT("MaxSubmitJobsPerAccount"),
  QOS_SUBMITTED_OF_USER("QOSMaxSubmitJobPerUserLimit"),
  QOS_WALL("QOSMaxWallDurationPerJobLimit"),

  // --- QOS: what running jobs of the group may hold
  QOS_GROUP_CPU("QOSGrpCpuLimit"),
  QOS_GROUP_MEMORY("QOSGrpMemLimit"),
  QOS_GROUP_NODE("QOSGrpNodeLimit"),
  QOS_GROUP_BILLING("QOSGrpBilling"),
  QOS_GROUP_GRES("QOSGrpGRES"),
  QOS_GROUP_LICENSE("QOSGrpLicense"),

  // --- QOS: what the group may use
  QOS_GROUP_MINUTES_CPU("QOSGrpCPUMinutesLimit"),
  QOS_GROUP_MINUTES_MEMORY("QOSGrpMemoryMinutes"),
  QOS_GROUP_MINUTES_NODE("QOSGrpNodeMinutes"),
  QOS_GROUP_MINUTES_BILLING("QOSGrpBillingMinutes"),
  QOS_GROUP_MINUTES_GRES("QOSGrpGRESMinutes"),
  QOS_GROUP_MINUTES_LICENSE("QOSGrpLicenseMinutes"),

  // --- QOS: what running jobs of the group may still use
  QOS_GROUP_RUN_MINUTES_CPU("QOSGrpCPURunMinutesLimit"),
  QOS_GROUP_RUN_MINUTES_MEMORY("QOSGrpMemoryRunMinutes"),
  QOS_GROUP_RUN_MINUTES_NODE("QOSGrpNodeRunMinutes"),
  QOS_GROUP_RUN_MINUTES_BILLING("QOSGrpBillingRunMinutes"),
  QOS_GROUP_RUN_MINUTES_GRES("QOSGrpGRESRunMinutes"),
  QOS_GROUP_RUN_MINUTES_LICENSE("QOSGrpLicenseRunMinutes"),

  // --- QOS: what a job may hold
  QOS_JOB_CPU("QOSMaxCpuPerJobLimit"),
  QOS_JOB_MEMORY("QOSMaxMemoryPerJob"),
  QOS_JOB_NODE("QOSMaxNodePerJobLimit"),
  QOS_JOB_BILLING("QOSMaxBillingPerJob"),
  QOS_JOB_GRES("QOSMaxGRESPerJob"),
  QOS_JOB_LICENSE("QOSMaxLicensePerJob"),

  // --- QOS: what a job may use
  QOS_JOB_MINUTES_CPU("QOSMaxCpuMinutesPerJobLimit"),
  QOS_JOB_MINUTES_MEMORY("QOSMaxMemoryMinutesPerJob"),
  QOS_JOB_MINUTES_NODE("QOSMaxNodeMinutesPerJob"),
  QOS_JOB_MINUTES_BILLING("QOSMaxBillingMinutesPerJob"),
  QOS_JOB_MINUTES_GRES("QOSMaxGRESMinutesPerJob"),
  QOS_JOB_MINUTES_LICENSE("QOSMaxLicenseMinutesPerJob"),

  // --- QOS: what a job may hold on a node
  QOS_PER_NODE_CPU("QOSMaxCpuPerNode"),
  QOS_PER_NODE_MEMORY("QOSMaxMemoryPerNode"),
  QOS_PER_NODE_OTHER("QOSMaxUnknownPerNode"),
  QOS_PER_NODE_BILLING("QOSMaxBillingPerNode"),
  QOS_PER_NODE_GRES("QOSMaxGRESPerNode"),

  // --- QOS: the least that a job holds
  QOS_LEAST_CPU("QOSMinCpuNotSatisfied"),
  QOS_LEAST_MEMORY("QOSMinMemory"),
  QOS_LEAST_NODE("QOSMinNode"),
  QOS_LEAST_BILLING("QOSMinBilling"),
  QOS_LEAST_GRES("QOSMinGRES"),
  QOS_LEAST_LICENSE("QOSMinLicense"),

  // --- QOS: what running jobs of an account may hold
  QOS_ACCOUNT_CPU("MaxCpuPerAccount"),
  QOS_ACCOUNT_MEMORY("MaxMemoryPerAccount"),
  QOS_ACCOUNT_NODE("MaxNodePerAccount"),
  QOS_ACCOUNT_BILLING("MaxBillingPerAccount"),
  QOS_ACCOUNT_GRES("MaxGRESPerAccount"),
  QOS_ACCOUNT_LICENSE("MaxLicensePerAccount"),

  // --- QOS: what running jobs of a user may hold
  QOS_USER_CPU("QOSMaxCpuPerUserLimit"),
  QOS_USER_MEMORY("QOSMaxMemoryPerUser"),
  QOS_USER_NODE("QOSMaxNodePerUserLimit"),
  QOS_USER_BILLING("QOSMaxBillingPerUser"),
  QOS_USER_GRES("QOSMaxGRESPerUser"),
  QOS_USER_LICENSE("QOSMaxLicensePerUser");

  private final String text;

  WaitingReason(String text) {
    this.text = text;
  }

  /** The reason as {@code squeue} prints it. */
  public String text() {
    return text;
  }
}
