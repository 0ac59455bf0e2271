import { expect, test } from "vitest";
import { engineById } from "@/lib/engines";
import { compileSignal } from "./compile";
import { listPlanQueries } from "./plan";
import type { QueryContext } from "./scope-selectors";
import { chooseRestMethod } from "@/lib/semantic/split/split-rest";

const counted = "vllm:request_success_total";
const timed = "vllm:e2e_request_latency_seconds_count";

const contextWith = (...metricNames: readonly string[]): QueryContext => ({
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
  ["nothing was observed", [], counted],
  ["both were observed", [counted, timed], counted],
  ["only the counter was observed", [counted], counted],
  ["only the histogram was observed", ["vllm:num_requests_running", timed], timed],
  [
    "only a native histogram was observed",
    ["vllm:e2e_request_latency_seconds"],
    "vllm:e2e_request_latency_seconds",
  ],
])(
  "counts requests with one metric, also as the denominator of ratios, when %s",
  (_what, observedNames, name) => {
    const [requests = ""] = listPlanQueries(
      compileSignal("requests", "rate", contextWith(...observedNames), 60_000),
    );
    expect(requests).toContain(`${name}{`);
    expect(requests).not.toContain(name === counted ? timed : counted);
    const [, total] = listPlanQueries(
      compileSignal("aborts", "ratio-to-requests", contextWith(...observedNames), 60_000),
    );
    expect(total).toBe(requests);
    expect(chooseRestMethod("requests", "rate", contextWith(...observedNames))).toBe("difference");
  },
);
