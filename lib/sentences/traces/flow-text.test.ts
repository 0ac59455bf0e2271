import { expect, test } from "vitest";
import { tracedShareText } from "./traced-share";
import type { FlowEdgeRow, FlowRetrieval } from "@/lib/contracts/traces/trace-flow";
import {
  describeCall,
  describeBrokenHop,
  describeRetrieval,
  findSignificantChange,
  missingNetworkReason,
} from "./flow-text";

const side = {
  callCount: 200,
  traceCount: 200,
  errorCount: 2,
  abortCount: 0,
  callsPerSecond: 4,
  latencyNs: { p50: 60e6, p95: 70e6, p99: null, max: 80e6 },
  networkNs: 20e6,
  networkShare: 0.2,
  criticalShare: 0.6,
};
const change = (lower: number, upper: number): FlowEdgeRow => ({
  from: "gateway",
  to: "engine",
  now: side,
  before: side,
  change: {
    callsPerSecond: 1,
    callsPerTrace: 0,
    criticalShare: 0.1,
    latencyNs: { difference: (lower + upper) / 2, interval: { lower, upper } },
    errorRatio: { difference: 0.01, pValue: 0.4 },
  },
});

test("describes number, rate, failures and duration of a call, and omits unknown values", () => {
  const text = describeCall(
    { from: "gateway", to: "engine", now: side, before: null, change: null },
    true,
    null,
  ).join(" ");
  expect(text).toMatch(
    /^200 calls in 200 requests, 4\.00\sper second, 2 failed \(1\.00\s%\), duration p50 60\.0\sms, p95 70\.0\sms, max 80\.0\sms\./,
  );
  expect(text).not.toContain("p99");
  expect(text).toMatch(/waits 20\.0\sms longer/);
  expect(text).toMatch(
    /spend 60\.0\s% of their time waiting for this call, including 20\.0\s% network time\./,
  );
  expect(
    describeCall(
      { from: null, to: "engine", now: { ...side, networkNs: null }, before: null, change: null },
      false,
      null,
    ).join(" "),
  ).toMatch(/per second \(traced requests only\)/);
});

test("explains missing network time, except for requests from outside", () => {
  const withoutNetwork = { ...side, networkNs: null, networkShare: 0 };
  const row = { from: "gateway", to: "engine", now: withoutNetwork, before: null, change: null };
  expect(describeCall(row, true, null).join(" ")).toContain(
    "spans from both the caller and this service. Requests spend",
  );
  expect(missingNetworkReason({ ...row, from: null })).toBeUndefined();
  expect(missingNetworkReason({ ...row, now: side })).toBeUndefined();
});

test("describes a change with its interval, or as possible chance", () => {
  expect(findSignificantChange(change(5e6, 15e6))).toBe("slower");
  expect(describeCall(change(5e6, 15e6), true, "the previous 1 h").join(" ")).toMatch(
    /The mean call is 10\.0\sms slower \(95\s% interval 5\.00\sms to 15\.0\sms\)\./,
  );
  expect(findSignificantChange(change(-5e6, 15e6))).toBeNull();
  expect(describeCall(change(-5e6, 15e6), true, "the previous 1 h").join(" ")).toMatch(
    /about the same.*may be chance \(95\s% interval −5\.00\sms to 15\.0\sms\)/,
  );
});

test("describes a broken hop and its cause", () => {
  expect(describeBrokenHop({ kind: "silent-service", service: "feature-store" })).toMatch(
    /^feature-store sent no span/,
  );
  expect(
    describeBrokenHop({
      kind: "unanswered-call",
      service: "gateway",
      name: "call",
      peer: "engine",
      affectedSpanCount: 2,
      totalSpanCount: 4,
      traceCount: 2,
    }),
  ).toBe(
    "gateway: 2 of 4 “call” calls to engine (2 requests) have no span from the called service. Its spans were lost, or it did not receive the trace context.",
  );
});

test("describes what was read, what is missing, and what rates refer to", () => {
  const reading: FlowRetrieval = {
    service: "gateway",
    window: { startMs: 0, endMs: 3_600_000 },
    coveredWindow: { startMs: 3_000_000, endMs: 3_600_000 },
    requestedCount: 500,
    returnedCount: 500,
    startupTraceCount: 0,
    isTruncated: true,
    stoppedBy: "max-traces",
    unreadIntervalCount: 0,
    scale: {
      kind: "all-requests",
      window: { startMs: 0, endMs: 480_000 },
      traceCount: 450,
      requestCount: 9_000,
      unscrapedRatio: 0,
      share: 0.05,
    },
  };
  expect(describeRetrieval(reading)).toMatch(
    /^500 requests read\. There are more requests, but at most 500 are read\. The traces cover the newest 10\smin of the window\. 450 traced requests ended within the 8\smin that the metrics also cover\. The metrics count 9,000 requests\. 5\.00\s% of all requests were traced and read\. Rates are scaled to all requests\.$/,
  );
  expect(
    describeRetrieval({
      ...reading,
      isTruncated: false,
      scale: { kind: "traces-only", reason: "None.", isPending: false },
    }),
  ).toMatch(/^500 requests read\. Rates include only traced requests\. None\.$/);
});

test("a part of the window without samples is stated, and its requests are part of the share", () => {
  const metrics = { kind: "reported", window: { startMs: 0, endMs: 600_000 }, traceCount: 300 } as const;
  const gap = tracedShareText({ ...metrics, requestCount: 240, unscrapedRatio: 0.2 });
  expect(gap.replaceAll("\u202f", " ")).toBe(
    "300 traced requests ended within the 10 min that the metrics also cover. The metrics count 240 requests. The metric has no samples for 20.0 % of the compared time and does not count the requests that ended then. 100 % of all requests were traced and read.",
  );
  const foreign = tracedShareText({ ...metrics, requestCount: 240, unscrapedRatio: 0 });
  expect(foreign).toContain("The traces include requests of other deployments.");
});
