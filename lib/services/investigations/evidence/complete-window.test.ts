import { expect, test } from "vitest";
import type { EvidenceQuestion } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { listReadWindows } from "./complete-window";

const window = { startMs: 1_780_000_000_000, endMs: 1_780_003_600_000 };
const roofline = { endpoint: "roofline", deployment: "chat", window } as const;

const ofChat = [{ endMs: window.endMs, deployments: ["chat"] }];
const tracesOfChat = [{ endMs: window.endMs, deployments: ["chat"], hasTraces: true as const }];
const noConditions = {
  service: null,
  operation: null,
  minMs: null,
  maxMs: null,
  errors: null,
  attribute: null,
} as const;
const cases: readonly (readonly [EvidenceQuestion, ReturnType<typeof listReadWindows>])[] = [
  [roofline, ofChat],
  [{ ...roofline, endpoint: "sweep" }, ofChat],
  [{ ...roofline, endpoint: "what-if", levers: { batch: "64" } }, ofChat],
  [
    {
      endpoint: "signals",
      panel: "ttft",
      v: 1,
      signals: ["ttft"],
      statistics: ["p95"],
      scope: { deployment: "chat" },
      window,
    },
    ofChat,
  ],
  [{ endpoint: "overview", window }, [{ endMs: window.endMs, deployments: "all" }]],
  [
    {
      endpoint: "comparison",
      before: "baseline:0198c1a0-0000-7000-8000-000000000001",
      after: `window:chat:${window.startMs}:${window.endMs}`,
      statistic: "p95",
      factor: null,
      isStrict: false,
    },
    ofChat,
  ],
  [{ endpoint: "traces", order: "newest", deployment: "chat", window, ...noConditions }, tracesOfChat],
  [{ endpoint: "trace-flow", deployment: "chat", window, cmp: null, n: null, ...noConditions }, tracesOfChat],
  [
    {
      endpoint: "trace-comparison",
      deployment: "chat",
      window,
      a: "all",
      b: "all",
      aDeployment: null,
      bDeployment: "assist",
      time: "request",
      slowQuantile: 0.95,
      slowOverMs: null,
      changeAtMs: null,
      comparedAttribute: null,
      maxRequests: 500,
      ...noConditions,
    },
    [{ endMs: window.endMs, deployments: ["chat", "assist"], hasTraces: true }],
  ],
  [{ endpoint: "gate", gateId: "0198c1a0-0000-7000-8000-000000000001" }, []],
  [{ endpoint: "data-check", deployment: "chat" }, []],
];

test.each(cases)("lists the windows whose data must have arrived: %j", (question, windows) => {
  expect(listReadWindows(question)).toEqual(windows);
});
