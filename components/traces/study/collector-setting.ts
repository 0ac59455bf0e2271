import type { TraceStudy } from "@/lib/contracts/trace-study";

type Remedy = NonNullable<Extract<TraceStudy["tail"], { kind: "checked" }>["remedy"]>;

/** The setting as it stands in the OpenTelemetry collector's configuration. */
export function collectorSetting({ processor, policy, thresholdMs }: Remedy): string {
  return [
    "processors:",
    `  ${processor}:`,
    "    policies:",
    "      - name: keep-slow",
    `        type: ${policy}`,
    `        ${policy}: {threshold_ms: ${thresholdMs}}`,
  ].join("\n");
}
