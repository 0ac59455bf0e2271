/**
 * The same conventions where Prometheus keeps their names as they are. Their dots ask for quotes, which Prometheus before 3.0
 * refuses: being an engine of its own, recognised by names with dots alone, it is only ever asked of a source that has them.
 */
import type { Engine } from "@/lib/engines/engine";
import {
  otelCaveats,
  otelSignals,
  timing,
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
  detectionMetrics: timing(spelling, "_count", ...requestDurations).names,
  metricNamesPattern: "gen_ai\\.(?:client|server)\\..+",
  modelLabel: spelling.label("gen_ai.request.model"),
  signals: otelSignals(spelling),
  arrivals: timing(spelling, "_count", ...requestDurations),
  caveats: otelCaveats,
};
