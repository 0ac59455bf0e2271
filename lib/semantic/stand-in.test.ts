import { expect, test } from "vitest";
import { engineById } from "@/lib/engines";
import { compileSignal } from "./compile";
import { queriesOf } from "./plan";
import type { Place } from "./scope-selectors";
import { restRule } from "./split-rest";

const counted = "vllm:request_success_total";
const timed = "vllm:e2e_request_latency_seconds_count";

const place = (...metricNames: readonly string[]): Place => ({
  engine: engineById("vllm"),
  deployment: {
    pools: [{ role: "both", selectors: [{ model_name: "m", job: "j" }] }],
    attachments: [],
    metricNames,
    copyLabels: [],
  },
  scope: { deployment: "d" },
});

test.each([
  ["nothing was seen", [], counted],
  ["both were seen", [counted, timed], counted],
  ["only the counter was seen", [counted], counted],
  ["only the histogram was seen", ["vllm:num_requests_running", timed], timed],
  [
    "only a native histogram was seen",
    ["vllm:e2e_request_latency_seconds"],
    "vllm:e2e_request_latency_seconds",
  ],
])("where %s requests are counted by one metric, which ratios divide by too", (_what, seen, name) => {
  const [requests = ""] = queriesOf(compileSignal("requests", "rate", place(...seen), 60_000));
  expect(requests).toContain(`${name}{`);
  expect(requests).not.toContain(name === counted ? timed : counted);
  const [, whole] = queriesOf(compileSignal("errors", "ratio-to-requests", place(...seen), 60_000));
  expect(whole).toBe(requests);
  expect(restRule("requests", "rate", place(...seen))).toBe("difference");
});
