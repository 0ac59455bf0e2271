/**
 * The GenAI conventions in Prometheus servers that keep UTF-8 names. Names with dots need quotes, which Prometheus
 * before 3.0 refuses. They are therefore a separate engine that is recognized only by names with dots, and queried
 * only in sources that have them.
 */
import type { Engine } from "@/lib/engines/definitions/engine";
import {
  otelCaveats,
  otelSignals,
  durationMetric,
  requestDurationInstruments,
  type OtelNameSpelling,
} from "@/lib/engines/otel-genai/signals";

const spelling: OtelNameSpelling = {
  metricNames: (instrument, unit) => (unit === "s" ? [`${instrument}_seconds`, instrument] : [instrument]),
  labelName: (attribute) => attribute,
};

/** Adapter for OpenTelemetry GenAI metrics that keep the dots in their names. */
export const otelGenaiUtf8: Engine = {
  id: "otel-genai-utf8",
  title: "OpenTelemetry GenAI (UTF-8 names)",
  role: "gateway",
  detectionMetrics: durationMetric(spelling, "_count", ...requestDurationInstruments).names,
  metricNamesPattern: "gen_ai\\.(?:client|server)\\..+",
  modelLabel: spelling.labelName("gen_ai.request.model"),
  signals: otelSignals(spelling),
  activityCounter: durationMetric(spelling, "_count", ...requestDurationInstruments),
  outcomeLabels: [spelling.labelName("error.type")],
  caveats: otelCaveats,
};
