/**
 * What operators can do to the tuning of a cluster: modes, freezes, approvals and their audit
 * records.
 */
@NullMarked
package io.gnomon.controller.operation;

import org.jspecify.annotations.NullMarked;
