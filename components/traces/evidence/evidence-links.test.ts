/** Links from stored answers to the live pages, and the questions that pages ask. */
import { expect, test } from "vitest";
import { defaultSlowQuantile, type ComparisonState } from "@/lib/client/comparison-url";
import type { StudyState } from "@/lib/client/study-url";
import { createTraceComparisonHref, createTraceComparisonSubject } from "./trace-comparison-subject";
import { createTraceFlowHref, createTraceFlowSubject } from "./trace-flow-subject";
import { createTraceStudyHref, createTraceStudySubject } from "./trace-study-subject";
import { createTraceHref, createTraceSubject } from "./trace-subject";
import { createTracesHref, createTracesSubject } from "./traces-subject";

const window = { startMs: 1_780_000_000_000, endMs: 1_780_000_900_000 };
const conditions: StudyState = {
  service: null,
  operation: "POST /v1",
  minMs: 5,
  maxMs: null,
  errors: "true",
  attribute: null,
  n: 500,
  slowBy: null,
  slowQuantile: null,
  slowOverMs: null,
};
const comparison: ComparisonState = {
  a: { kind: "after" },
  b: { kind: "before" },
  aDeployment: null,
  bDeployment: null,
  time: "request",
  slowQuantile: defaultSlowQuantile,
  slowOverMs: null,
  changeAtMs: 1_780_000_400_000,
  comparedAttribute: null,
  maxRequests: 500,
  display: "table",
  nodeOrder: "as-tree",
};

test("a trace is kept with its time in full milliseconds, its clock mode and its deployment", () => {
  const subject = createTraceSubject({
    traceId: "4bf92f3577b34da6a3ce929d0e0e4736",
    startMs: 1_780_000_000_000.4,
    durationNs: 1_500_000,
    clock: { mode: "corrected", correctedSpanCount: 1, largestOffsetNs: 1, rejectedCallCount: 0 },
    deployment: "chat",
  });
  expect(subject.window).toEqual({ startMs: 1_780_000_000_000, endMs: 1_780_000_000_002 });
  if (subject.question.endpoint !== "trace") throw new Error("not a trace");
  const path = "/traces/4bf92f3577b34da6a3ce929d0e0e4736?d=chat";
  // The trace takes 2 ms, and the shortest window of a page is a minute.
  const expected = `${path}&from=1779999940002&to=1780000000002&clock=corrected`;
  expect(createTraceHref(subject.question, subject.window)).toBe(expected);
  expect(subject.opening).toEqual({ kind: "chart", path: expected });
  expect(createTraceHref(subject.question, null)).toBe(`${path}&clock=corrected`);
});

test("a comparison is kept with its groups and conditions, without what only changes the display", () => {
  const { question, title } = createTraceComparisonSubject(
    {
      a: { name: "Slow requests", deployment: "chat" },
      b: { name: "The rest", deployment: "chat" },
      window,
    } as Parameters<typeof createTraceComparisonSubject>[0],
    { view: { d: "chat" }, comparison, conditions },
  );
  expect(title).toBe("Slow requests compared with the rest of chat");
  expect(question).toEqual({
    endpoint: "trace-comparison",
    deployment: "chat",
    window,
    a: "after",
    b: "before",
    aDeployment: null,
    bDeployment: null,
    time: "request",
    slowQuantile: 0.95,
    slowOverMs: null,
    changeAtMs: 1_780_000_400_000,
    comparedAttribute: null,
    maxRequests: 500,
    service: null,
    operation: "POST /v1",
    minMs: 5,
    maxMs: null,
    errors: "true",
    attribute: null,
  });
  if (question.endpoint !== "trace-comparison") throw new Error("not a comparison");
  const href = new URL(createTraceComparisonHref(question), "http://ridgepoint.invalid");
  expect(href.pathname).toBe("/traces/compare");
  expect(Object.fromEntries(href.searchParams)).toEqual({
    d: "chat",
    from: "1780000000000",
    to: "1780000900000",
    a: "after",
    b: "before",
    time: "request",
    changeAtMs: "1780000400000",
    maxRequests: "500",
    operation: "POST /v1",
    minMs: "5",
    errors: "true",
  });
});

test("a flow is kept with the window that it is compared with, and its conditions", () => {
  const { question } = createTraceFlowSubject({ window }, { d: "chat", cmp: "previous" }, conditions);
  if (question.endpoint !== "trace-flow") throw new Error("not a flow");
  const href = new URL(createTraceFlowHref(question), "http://ridgepoint.invalid");
  expect(href.pathname).toBe("/traces/flow");
  expect(Object.fromEntries(href.searchParams)).toEqual({
    d: "chat",
    cmp: "previous",
    from: "1780000000000",
    to: "1780000900000",
    operation: "POST /v1",
    minMs: "5",
    errors: "true",
    n: "500",
  });
});

test("a list is kept with its order and its conditions, without the limit of analyses", () => {
  const { question } = createTracesSubject({ window }, { d: "chat", tab: "slowest" }, conditions);
  if (question.endpoint !== "traces") throw new Error("not a list");
  const href = new URL(createTracesHref(question), "http://ridgepoint.invalid");
  expect(href.pathname).toBe("/traces");
  expect(Object.fromEntries(href.searchParams)).toEqual({
    d: "chat",
    from: "1780000000000",
    to: "1780000900000",
    tab: "slowest",
    operation: "POST /v1",
    minMs: "5",
    errors: "true",
  });
});

test.each([
  ["requests", "/traces"],
  ["breakdown", "/traces/breakdown"],
  ["operations", "/traces/operations"],
  ["slow", "/traces/slow"],
] as const)("an analysis drawn as %s links to %s with its conditions and limit", (part, path) => {
  const page = { view: { d: "chat" }, conditions: { ...conditions, slowBy: "ttft" as const } };
  const { question } = createTraceStudySubject(part, { window }, page);
  if (question.endpoint !== "trace-study") throw new Error("not an analysis");
  const href = new URL(createTraceStudyHref(question), "http://ridgepoint.invalid");
  expect(href.pathname).toBe(path);
  expect(Object.fromEntries(href.searchParams)).toMatchObject({
    d: "chat",
    from: "1780000000000",
    to: "1780000900000",
    n: "500",
    slowBy: "ttft",
    operation: "POST /v1",
  });
});
