import { expect, test } from "vitest";
import { engineById, exporterById } from "@/lib/engines";
import {
  instancesPromql,
  recentPresencePromql,
  exporterTargetsPromql,
  presencePromql,
} from "./discovery-queries";

test("places are those seen in the last minutes: one missed scrape takes no GPU from its deployment", () => {
  const exporter = exporterById("dcgm");
  const [name = ""] = exporter.detectionMetrics;
  expect(exporterTargetsPromql(exporter, new Set([name]))).toMatch(
    new RegExp(`^count by \\(.*instance.*\\) ?\\(last_over_time\\(${name}\\[300s\\]\\)\\)$`),
  );
  expect(exporterTargetsPromql(exporter, new Set())).toBeUndefined();
});

test("servers are those seen now or at one of two moments of the last minute, as are the names that are there", () => {
  const [name = ""] = engineById("sglang").detectionMetrics;
  expect(instancesPromql(engineById("sglang"), new Set([name]))).toMatch(
    new RegExp(
      `\\(timestamp\\(${name}\\) or timestamp\\(${name} offset 30s\\) or timestamp\\(${name} offset 60s\\)\\)$`,
    ),
  );
  expect(instancesPromql(engineById("sglang"), new Set())).toBeUndefined();
  expect(presencePromql()).toMatch(/^group by \(__name__\) ?\(\{__name__=~"[^"]+"\}\)$/);
  expect(recentPresencePromql()).toMatch(
    /^group by \(__name__\) ?\(last_over_time\(\{__name__=~"[^"]+"\}\[60s\]\)\)$/,
  );
});
