/** The audit trail: decisions, the alternatives they compared, and operations. */
@NullMarked
package io.gnomon.events.audit;

import org.jspecify.annotations.NullMarked;
