/**
 * OpenTelemetry's GenAI conventions as Prometheus translates them: dots become underscores and units become suffixes.
 */
import type { Engine } from "@/lib/engines/definitions/engine";
import {
  otelCaveats,
  otelSignals,
  durationMetric,
  requestDurationInstruments,
  type OtelNameSpelling,
} from "./signals";

const escaped = (name: string): string => name.replaceAll(".", "_");
const spelling: OtelNameSpelling = {
  // Without suffixes, names do not end in seconds.
  metricNames: (instrument, unit) =>
    unit === "s" ? [`${escaped(instrument)}_seconds`, escaped(instrument)] : [escaped(instrument)],
  labelName: escaped,
};

/** Adapter for OpenTelemetry GenAI metrics whose dots were replaced by underscores. */
export const otelGenai: Engine = {
  id: "otel-genai",
  title: "OpenTelemetry GenAI",
  // Instrumented clients and servers are in front of an engine whose metrics may be scraped as well.
  role: "gateway",
  detectionMetrics: durationMetric(spelling, "_count", ...requestDurationInstruments).names,
  metricNamesPattern: "gen_ai_(?:client|server)_.+",
  modelLabel: spelling.labelName("gen_ai.request.model"),
  signals: otelSignals(spelling),
  activityCounter: durationMetric(spelling, "_count", ...requestDurationInstruments),
  outcomeLabels: [spelling.labelName("error.type")],
  caveats: otelCaveats,
};
