import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Span } from "@/lib/model/traces/trace";
import { findClockKey, correctClocks, maxSkewNs } from "./clock-skew";
import { arbitrarySpanGraph, createSpan, createTrace } from "./fixtures";
import { buildTreeRows } from "./tree-rows";

const host = (name: string) => ({ resource: { "host.name": name } });
const times = (spans: readonly Span[]) =>
  Object.fromEntries(
    buildTreeRows(correctClocks(createTrace(spans)).trace).map(({ span }) => [span.spanId, span.startNs]),
  );
const root = createSpan({ spanId: "root", startNs: 100, durationNs: 100, ...host("a") });

describe("a child on another host", () => {
  test.each([
    ["within the parent keeps its times", 120, 50, 120],
    ["that started before the parent is centred", 20, 50, 125],
    ["that ended after the parent is centred", 180, 50, 125],
    ["that is longer and started earlier is moved to the parent's start", 20, 300, 100],
    ["that is longer and started within the parent keeps its times", 120, 300, 120],
  ])("%s", (_name, startNs, durationNs, corrected) => {
    const child = createSpan({ spanId: "child", parentSpanId: "root", startNs, durationNs, ...host("b") });
    const { root: rootStart = NaN, child: childStart = NaN } = times([root, child]);
    expect(childStart - rootStart).toBe(corrected - 100);
  });

  test("moves later spans on the same host, and their events, by the same offset", () => {
    const events = [{ name: "first token", atNs: 30, attributes: {} }];
    const child = createSpan({
      spanId: "child",
      parentSpanId: "root",
      startNs: 20,
      durationNs: 50,
      events,
      ...host("b"),
    });
    const inner = createSpan({
      spanId: "in",
      parentSpanId: "child",
      startNs: 25,
      durationNs: 60,
      ...host("b"),
    });
    const corrected = correctClocks(createTrace([root, child, inner]));
    const offsets = new Map(
      corrected.trace.spans.map((span) => [span.spanId, corrected.offsetsNs.get(span)]),
    );
    expect(offsets).toEqual(
      new Map([
        ["root", undefined],
        ["child", 105],
        ["in", 105],
      ]),
    );
    expect(corrected).toMatchObject({ largestOffsetNs: 105, rejectedCallCount: 0 });
    expect(corrected.trace.startEpochNs).toBe("1790000000000000100");
    const [first, second] = corrected.trace.spans;
    expect([first?.startNs, second?.startNs, second?.events[0]?.atNs]).toEqual([0, 25, 35]);
  });

  test("an offset beyond the limit is counted and not corrected", () => {
    const child = createSpan({
      spanId: "child",
      parentSpanId: "root",
      startNs: maxSkewNs * 2,
      ...host("b"),
    });
    const trace = createTrace([root, child]);
    const corrected = correctClocks(trace);
    expect(corrected).toMatchObject({ largestOffsetNs: 0, rejectedCallCount: 1 });
    expect(corrected.trace).toBe(trace);
  });
});

test("a child outside its parent on the same host keeps its times", () => {
  const child = createSpan({ spanId: "child", parentSpanId: "root", startNs: 20, ...host("a") });
  expect(correctClocks(createTrace([root, child])).largestOffsetNs).toBe(0);
});

test.each([
  [{ "k8s.node.name": "n", "host.name": "pod" }, "k8s.node.name n"],
  [{ "host.name": "", ip: "10.0.0.1" }, "ip 10.0.0.1"],
  [{}, "service chat"],
])("the clock of %j is %s", (resource, clock) => {
  expect(findClockKey({ resource, service: "chat" })).toBe(clock);
});

test("property: spans keep their count and durations, and a second correction changes nothing", () => {
  // One span per id: with shared ids, the order of spans may change the parent.
  const graph = arbitrarySpanGraph.map((spans) => [
    ...new Map(spans.map((span) => [span.spanId, span])).values(),
  ]);
  const rootless = ({ parentSpanId }: Span): boolean => parentSpanId !== null;
  fc.assert(
    fc.property(graph, (spans) => {
      fc.pre(!buildTreeRows(createTrace(spans)).some(({ flags }) => flags.includes("cycle-cut")));
      const { trace, rejectedCallCount } = correctClocks(createTrace(spans));
      expect(rejectedCallCount).toBe(0);
      const lengths = (list: readonly Span[]) =>
        list.map(({ spanId, durationNs }) => `${spanId} ${durationNs}`).toSorted();
      expect(lengths(trace.spans)).toEqual(lengths(spans));
      expect(correctClocks(trace).largestOffsetNs).toBe(0);
      expect(trace.spans.filter(rootless)).toHaveLength(spans.filter(rootless).length);
    }),
  );
});
