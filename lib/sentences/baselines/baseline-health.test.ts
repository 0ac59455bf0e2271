import { expect, test } from "vitest";
import { listHealthRemarks } from "./baseline-health";

const ready = {
  state: "ready",
  progress: 1,
  message: null,
  isExpired: false,
  laterDeploy: null,
  summary: null,
  imported: null,
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
    ["Captured before the deploy “2.4.1”", null],
    ["2 concerns: few requests, not steady", null],
  ]);
  expect(listHealthRemarks(ready)).toEqual([{ kind: "none", text: "No concerns", detail: null }]);
});

test("an imported baseline is never without a remark", () => {
  const imported = { importedBy: "Ana", atMs: Date.UTC(2026, 10, 29, 18, 30), isHashVerified: true };
  expect(listHealthRemarks({ ...ready, imported })).toEqual([
    {
      kind: "imported",
      text: "Imported",
      detail:
        "Imported by Ana on Sun 29 Nov 2026, 18:30 UTC, not measured by this installation. The file matched its content hash.",
    },
  ]);
  const [unverified] = listHealthRemarks({ ...ready, imported: { ...imported, isHashVerified: false } });
  expect(unverified?.text).toBe("Imported, unverified");
  expect(unverified?.detail).toContain("the file had no content hash");
});
