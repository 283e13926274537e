/**
 * JSON views of clusters, queues, decisions and schedules for the API. Routing belongs in {@code
 * http}.
 */
@NullMarked
package io.gnomon.controller.http.view;

import org.jspecify.annotations.NullMarked;
