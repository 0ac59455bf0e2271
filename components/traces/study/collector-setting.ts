import type { TraceStudy } from "@/lib/contracts/traces/trace-study";

type Remedy = NonNullable<Extract<TraceStudy["slowSampling"], { kind: "checked" }>["remedy"]>;

/** Formats the setting for the configuration of the OpenTelemetry Collector. */
export function formatCollectorSetting({ processor, policy, thresholdMs }: Remedy): string {
  return [
    "processors:",
    `  ${processor}:`,
    "    policies:",
    "      - name: keep-slow",
    `        type: ${policy}`,
    `        ${policy}: {threshold_ms: ${thresholdMs}}`,
  ].join("\n");
}
