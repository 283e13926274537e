package io.gnomon.events.codec;

import io.gnomon.events.EventData;
import io.gnomon.events.EventType;
import io.gnomon.events.json.JsonScanner;
import io.gnomon.events.json.JsonWriter;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** The shape of every type. Not thread-safe, as its shapes are not. */
final class EventShapes {
  private final Map<EventType, Shape<?>> shapes = new EnumMap<>(EventType.class);

  EventShapes() {
    for (EventType type : EventType.values()) {
      shapes.put(type, of(type));
    }
  }

  private static Shape<? extends EventData> of(EventType type) {
    return switch (type) {
      case CLUSTER_DECLARED -> ClusterShapes.declared();
      case CLUSTER_SNAPSHOT -> ClusterShapes.snapshot();
      case JOB_SUBMITTED -> JobShapes.submitted();
      case JOB_MODIFIED -> JobShapes.modified();
      case JOB_STARTED -> JobShapes.started();
      case JOB_SUSPENDED -> JobShapes.suspended();
      case JOB_RESUMED -> JobShapes.resumed();
      case JOB_REQUEUED -> JobShapes.requeued();
      case JOB_FINISHED -> JobShapes.finished();
      case JOB_CANCELLED -> JobShapes.cancelled();
      case CAPACITY_CHANGED -> ClusterShapes.capacityChanged();
      case CONFIG_APPLIED -> CommandShapes.applied();
      case CONFIG_REJECTED -> CommandShapes.rejected();
      case CLOCK_ADVANCED -> ClusterShapes.clockAdvanced();
      case CONFIG_REQUESTED -> CommandShapes.requested();
      case SNAPSHOT_REQUESTED -> CommandShapes.snapshotRequested();
      case DECISION_RECORDED -> CommandShapes.decision();
      case OPERATOR_RECORDED -> OperatorShapes.recorded();
    };
  }

  Shape<?> shape(EventType type) {
    return Objects.requireNonNull(shapes.get(type));
  }

  EventData read(EventType type, JsonScanner in) {
    return (EventData) shape(type).read(in);
  }

  /** Writes the data of one event; the shape of its type takes its record. */
  @SuppressWarnings("unchecked")
  void write(EventData data, JsonWriter out) {
    ((Shape<EventData>) shape(data.type())).write(data, out);
  }
}
