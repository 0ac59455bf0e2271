import { expect, test } from "vitest";
import { engineById, exporterById } from "@/lib/engines";
import {
  createInstancesPromql,
  createRecentMetricPresencePromql,
  createExporterTargetsPromql,
  createMetricPresencePromql,
} from "./discovery-queries";

test("keeps exporter targets observed in the last minutes, so that a missed scrape removes no GPU", () => {
  const exporter = exporterById("dcgm");
  const [name = ""] = exporter.detectionMetrics;
  expect(createExporterTargetsPromql(exporter, new Set([name]))).toMatch(
    new RegExp(`^count by \\(.*instance.*\\) ?\\(last_over_time\\(${name}\\[300s\\]\\)\\)$`),
  );
  expect(createExporterTargetsPromql(exporter, new Set())).toBeUndefined();
});

test("keeps servers and metric names observed now or at two times in the last minute", () => {
  const [name = ""] = engineById("sglang").detectionMetrics;
  expect(createInstancesPromql(engineById("sglang"), new Set([name]))).toMatch(
    new RegExp(
      `\\(timestamp\\(${name}\\) or timestamp\\(${name} offset 30s\\) or timestamp\\(${name} offset 60s\\)\\)$`,
    ),
  );
  expect(createInstancesPromql(engineById("sglang"), new Set())).toBeUndefined();
  expect(createMetricPresencePromql()).toMatch(/^group by \(__name__\) ?\(\{__name__=~"[^"]+"\}\)$/);
  expect(createRecentMetricPresencePromql()).toMatch(
    /^group by \(__name__\) ?\(last_over_time\(\{__name__=~"[^"]+"\}\[60s\]\)\)$/,
  );
});
