package io.gnomon.controller.http.view;

import io.gnomon.controller.node.WaitReason;
import org.jspecify.annotations.Nullable;

/**
 * What keeps a job from starting, apart from other jobs.
 *
 * @param held whether it is held
 * @param onNodes what it waits for on the nodes; null on a pool of processors, or if not known
 */
public record Obstacle(boolean held, @Nullable WaitReason onNodes) {}
