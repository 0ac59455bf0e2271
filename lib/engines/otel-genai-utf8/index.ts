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
  requestDurations,
  type Spelling,
} from "@/lib/engines/otel-genai/signals";

const spelling: Spelling = {
  names: (instrument, unit) => (unit === "s" ? [`${instrument}_seconds`, instrument] : [instrument]),
  label: (attribute) => attribute,
};

export const otelGenaiUtf8: Engine = {
  id: "otel-genai-utf8",
  title: "OpenTelemetry GenAI (UTF-8 names)",
  role: "gateway",
  detectionMetrics: durationMetric(spelling, "_count", ...requestDurations).names,
  metricNamesPattern: "gen_ai\\.(?:client|server)\\..+",
  modelLabel: spelling.label("gen_ai.request.model"),
  signals: otelSignals(spelling),
  arrivals: durationMetric(spelling, "_count", ...requestDurations),
  caveats: otelCaveats,
};
