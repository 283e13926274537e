/**
 * The part of the heap that what schedulers declare may take, shared by all clusters of a replica.
 * What expands declarations belongs in other packages.
 */
@NullMarked
package io.gnomon.controller.room;

import org.jspecify.annotations.NullMarked;
