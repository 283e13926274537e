/**
 * The command {@code doctor}: checks of the brokers, topics, rights, files and the clock that
 * {@code serve} needs. What a running controller observes belongs in {@code health}.
 */
@NullMarked
package io.gnomon.controller.doctor;

import org.jspecify.annotations.NullMarked;
