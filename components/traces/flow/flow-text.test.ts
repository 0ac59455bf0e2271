import { expect, test } from "vitest";
import type { FlowEdgeRow, FlowRetrieval } from "@/lib/contracts/trace-flow";
import {
  describeCall,
  describeBrokenHop,
  describeReading,
  significantChange,
  missingNetworkReason,
} from "./flow-text";

const side = {
  calls: 200,
  traces: 200,
  errors: 2,
  perSecond: 4,
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
    perSecond: 1,
    callsPerTrace: 0,
    criticalShare: 0.1,
    latencyNs: { difference: (lower + upper) / 2, interval: { lower, upper } },
    errors: { difference: 0.01, pValue: 0.4 },
  },
});

test("a call in words: how many, how fast, how it fails, how long, and what is not known is not told", () => {
  const words = describeCall(
    { from: "gateway", to: "engine", now: side, before: null, change: null },
    true,
    null,
  ).join(" ");
  expect(words).toMatch(
    /^200 calls in 200 requests, 4\.00\sa second; 2 failed \(1\.00\s%\); took p50 60\.0\sms, p95 70\.0\sms, at most 80\.0\sms\./,
  );
  expect(words).not.toContain("p99");
  expect(words).toMatch(/waits 20\.0\sms longer/);
  expect(words).toMatch(/wait 60\.0\s% of their time for it, 20\.0\s% on the way there and back\./);
  expect(
    describeCall(
      { from: null, to: "engine", now: { ...side, networkNs: null }, before: null, change: null },
      false,
      null,
    ).join(" "),
  ).toMatch(/a second of the traces read/);
});

test("where the way there and back is not told it is said what that takes; from outside nobody could tell it", () => {
  const untold = { ...side, networkNs: null, networkShare: 0 };
  const row = { from: "gateway", to: "engine", now: untold, before: null, change: null };
  expect(describeCall(row, true, null).join(" ")).toContain(
    "the caller's around calls of this service alone. Requests wait",
  );
  expect(missingNetworkReason({ ...row, from: null })).toBeUndefined();
  expect(missingNetworkReason({ ...row, now: side })).toBeUndefined();
});

test("a change is told with its interval, and as chance where it may be", () => {
  expect(significantChange(change(5e6, 15e6))).toBe("slower");
  expect(describeCall(change(5e6, 15e6), true, "the previous 1 h").join(" ")).toMatch(
    /The mean is 10\.0\sms slower \(95\s% interval 5\.00\sms to 15\.0\sms\)\./,
  );
  expect(significantChange(change(-5e6, 15e6))).toBeNull();
  expect(describeCall(change(-5e6, 15e6), true, "the previous 1 h").join(" ")).toMatch(
    /about the same.*may be chance \(95\s% interval −5\.00\sms to 15\.0\sms\)/,
  );
});

test("a broken hop says what broke and what that means", () => {
  expect(describeBrokenHop({ kind: "silent-service", service: "feature-store" })).toMatch(
    /^feature-store sent no span/,
  );
  expect(
    describeBrokenHop({
      kind: "unanswered-call",
      service: "gateway",
      name: "call",
      peer: "engine",
      spans: 2,
      total: 4,
      traces: 2,
    }),
  ).toBe(
    "gateway calls “call” to engine in 2 of 4 (2 requests) without a span of the other side: it lost spans, or was not handed the trace.",
  );
});

test("what was read, how much more there is, and what rates stand for", () => {
  const reading: FlowRetrieval = {
    service: "gateway",
    window: { startMs: 0, endMs: 3_600_000 },
    covered: { startMs: 3_000_000, endMs: 3_600_000 },
    requested: 500,
    returned: 500,
    startupTraces: 0,
    isTruncated: true,
    stoppedBy: "max-traces",
    unreadIntervals: 0,
    scale: {
      kind: "all-requests",
      window: { startMs: 0, endMs: 480_000 },
      traces: 450,
      requests: 9_000,
      unscraped: 0,
      share: 0.05,
    },
  };
  expect(describeReading(reading)).toMatch(
    /^500 requests, of more than that \(at most 500 are read, the newest 10\smin of the window\)\. 450 requests ended within the 8\smin in which the metrics can be set beside them; those count 9,000, so 5\.00\s% of all requests were traced and read\. Rates are scaled to all of them\.$/,
  );
  expect(
    describeReading({ ...reading, isTruncated: false, scale: { kind: "traces-only", reason: "None." } }),
  ).toMatch(/^500 requests\. Rates are of the traces alone\. None\.$/);
});
