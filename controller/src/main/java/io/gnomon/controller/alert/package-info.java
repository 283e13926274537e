/**
 * Tells people what became of a configuration: a webhook, Slack or Alertmanager. It hears of what
 * has been published already and has no say in it.
 */
@NullMarked
package io.gnomon.controller.alert;

import org.jspecify.annotations.NullMarked;
