/** The service: follows events, mirrors the queue, studies alternatives and publishes decisions. */
@NullMarked
package io.gnomon.controller;

import org.jspecify.annotations.NullMarked;
