import { expect, test } from "vitest";
import type { ComparedSide } from "@/lib/contracts/traces/trace-comparison";
import { meansText, retrievalText, windowsText } from "./side-text";

const startMs = Date.UTC(2026, 10, 19, 13, 30);
const window = { startMs, endMs: startMs + 3_600_000 };
const side: ComparedSide = {
  name: "The rest",
  label: "Rest",
  group: "rest",
  deployment: "chat",
  service: "chat-gateway",
  windows: [window],
  traceId: null,
  n: 1_144,
  missingFirstTokenCount: 0,
  meanNs: 448e6,
  meanRequestNs: 448e6,
  meanPromptTokens: 1_190,
  meanOutputTokens: null,
  meanRunningRequests: null,
  metricRequestCount: 80_640,
  retrieval: {
    requestedCount: 2_000,
    returnedCount: 1_204,
    startupTraceCount: 0,
    filteredOutCount: 0,
    isTruncated: false,
    stoppedBy: null,
    failure: null,
    coveredWindow: window,
    unreadIntervalCount: 0,
  },
};

test("shows reported means and omits unavailable ones", () => {
  expect(meansText(side)).toBe("mean 448\u202fms, prompt 1,190 tokens");
  expect(meansText({ ...side, meanNs: null, meanRequestNs: null, meanPromptTokens: null })).toBe("");
  const one = { ...side, n: 1, meanRequestNs: 3.2e9, meanPromptTokens: null };
  expect(meansText(one)).toBe("448\u202fms, full request 3.2\u202fs");
});

test("shows the first few windows in the viewer's time zone", () => {
  expect(windowsText([window], "UTC")).toBe("Thu 19 Nov, 13:30 to 14:30 UTC");
  const minutes = Array.from({ length: 5 }, (_, index) => ({
    startMs: startMs + index * 120_000,
    endMs: startMs + index * 120_000 + 60_000,
  }));
  expect(windowsText(minutes, "UTC")).toBe(
    "Thu 19 Nov, 13:30 to 13:31; 13:32 to 13:33; 13:34 to 13:35 and 2 more UTC",
  );
});

test("describes how many requests were read, of how many, exclusions, and truncation", () => {
  expect(retrievalText(side)).toBe(
    "Read 1,204 traces (limit 2,000), 1.49\u202f% of the 80,640 requests that the metrics count.",
  );
  const truncated = {
    ...side,
    missingFirstTokenCount: 3,
    metricRequestCount: null,
    retrieval: {
      ...side.retrieval!,
      isTruncated: true,
      stoppedBy: "max-traces" as const,
      coveredWindow: { ...window, startMs: startMs + 1_800_000 },
    },
  };
  expect(retrievalText(truncated)).toBe(
    "Read 1,204 traces (limit 2,000). Of these, 3 traces are excluded, because they do not report their first token. Only traces of the last 30\u202fmin of 1\u202fh were read (trace limit reached).",
  );
  const incomplete = { ...side.retrieval!, isTruncated: true, stoppedBy: null, unreadIntervalCount: 1 };
  const text = retrievalText({ ...side, retrieval: incomplete });
  expect(text).toContain("1 interval has more traces than the source returns at once");
  expect(text).not.toContain("Only");
  expect(retrievalText({ ...side, retrieval: null })).toBe("");
});
