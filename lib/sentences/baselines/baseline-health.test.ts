import { expect, test } from "vitest";
import { listHealthRemarks } from "./baseline-health";

const ready = {
  state: "ready",
  progress: 1,
  message: null,
  isExpired: false,
  laterDeploy: null,
  summary: null,
} as const;

test("a running or failed capture has one remark", () => {
  expect(listHealthRemarks({ ...ready, state: "capturing", progress: 0.4 })).toEqual([
    { kind: "capturing", text: "Capturing, 40 %", detail: null },
  ]);
  const message = "The window has 10 time blocks. Choose at least 20 min.";
  expect(listHealthRemarks({ ...ready, state: "failed", message })).toEqual([
    { kind: "failed", text: "Capture failed", detail: message },
  ]);
});

test("names a later deploy, an expiry and the concerns", () => {
  const summary = {
    deployment: { slug: "m", title: "m", model: "m", engine: "vllm" },
    source: "prometheus",
    window: { startMs: 0, endMs: 1 },
    blockMs: 1,
    blockCount: 1,
    requestCount: null,
    requestsPerSecond: null,
    ttftP95Seconds: null,
    e2eP95Seconds: null,
    concernKinds: ["few-requests", "not-steady"] as ("few-requests" | "not-steady")[],
  };
  const laterDeploy = { title: "2.4.1", atMs: 5 };
  expect(
    listHealthRemarks({ ...ready, isExpired: true, laterDeploy, summary }).map(({ text, detail }) => [
      text,
      detail,
    ]),
  ).toEqual([
    ["Expired", null],
    ["Captured before deploy 2.4.1", null],
    ["2 concerns: few requests, not steady", null],
  ]);
  expect(listHealthRemarks(ready)).toEqual([{ kind: "none", text: "No concerns", detail: null }]);
});
