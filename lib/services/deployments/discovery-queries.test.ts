import { expect, test } from "vitest";
import { exporterById } from "@/lib/engines";
import { placesPromql } from "./discovery-queries";

test("places are those seen in the last minutes: one missed scrape takes no GPU from its deployment", () => {
  const exporter = exporterById("dcgm");
  const [name = ""] = exporter.detectionMetrics;
  expect(placesPromql(exporter, new Set([name]))).toMatch(
    new RegExp(`^count by \\(.*instance.*\\) ?\\(last_over_time\\(${name}\\[300s\\]\\)\\)$`),
  );
  expect(placesPromql(exporter, new Set())).toBeUndefined();
});
