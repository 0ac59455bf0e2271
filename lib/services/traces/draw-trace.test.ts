import { expect, test } from "vitest";
import { drawTrace } from "./draw-trace";
import type { Span, Trace } from "@/lib/model/trace";

const span = (sketch: Partial<Span> & Pick<Span, "spanId">): Span => ({
  parentSpanId: null,
  service: "chat",
  operation: sketch.spanId,
  kind: "internal",
  isError: false,
  startNs: 0,
  durationNs: 100,
  attributes: {},
  resource: {},
  events: [],
  scope: null,
  ...sketch,
});
const traceOf = (...spans: readonly Span[]): Trace => ({
  traceId: "1".padStart(32, "0"),
  startEpochNs: "1790000000000000000",
  durationNs: 100,
  spans,
});

//  root    |==========   host a
//    child |..====....   host b, told 60 ns too early
//  (lost)
//    stray |.....==...
const skewed = traceOf(
  span({ spanId: "root", startNs: 60, resource: { "host.name": "a" } }),
  span({ spanId: "child", parentSpanId: "root", durationNs: 40, resource: { "host.name": "b" } }),
  span({ spanId: "stray", parentSpanId: "lost", startNs: 110, durationNs: 20 }),
);

test("times stand as told, with by how much a correction would move each span", () => {
  const drawn = drawTrace(skewed, "raw");
  expect(drawn.clock).toEqual({ mode: "raw", movedSpans: 1, largestNs: 90, refused: 0 });
  expect(
    drawn.spans.map(({ spanId, depth, startNs, selfNs, clockMovedNs, flags }) => [
      spanId,
      depth,
      startNs,
      selfNs,
      clockMovedNs,
      flags.join(),
    ]),
  ).toEqual([
    ["root", 0, 60, 100, 0, ""],
    ["child", 1, 0, 40, 90, "starts-before-parent"],
    ["lost", 0, 110, 0, 0, ""],
    ["stray", 1, 110, 20, 0, "missing-parent"],
  ]);
  expect(drawn.spans[2]).toMatchObject({ isMissing: true, service: "", durationNs: 20 });
  expect(drawn.services).toEqual(["chat"]);
});

test("corrected, the child lies within its parent, its parent's self time is less, and nothing is flagged", () => {
  const drawn = drawTrace(skewed, "corrected");
  expect(drawn.clock).toEqual({ mode: "corrected", movedSpans: 1, largestNs: 90, refused: 0 });
  expect(drawn.startMs).toBe(1_790_000_000_000);
  expect(
    drawn.spans.map(({ spanId, startNs, selfNs, clockMovedNs }) => [spanId, startNs, selfNs, clockMovedNs]),
  ).toEqual([
    ["root", 0, 60, 0],
    ["child", 30, 40, 90],
    ["lost", 50, 0, 0],
    ["stray", 50, 20, 0],
  ]);
  expect(drawn.spans[1]?.flags).toEqual([]);
});

test("a span whose times cannot be is drawn where the trace begins and says what it told", () => {
  const odd = span({ spanId: "odd", durationNs: 0, impossibleTimes: "0 to 0 ns since 1970" });
  expect(drawTrace(traceOf(odd), "raw").spans[0]).toMatchObject({
    flags: ["impossible-times"],
    attributes: { "times as told": "0 to 0 ns since 1970" },
  });
});

test("more rows than a browser takes are counted", () => {
  const many = Array.from({ length: 10_050 }, (_, index) => span({ spanId: String(index), startNs: index }));
  const drawn = drawTrace(traceOf(...many), "raw");
  expect([drawn.spans.length, drawn.omittedSpans]).toEqual([10_000, 50]);
  expect(drawn.warnings).toEqual(["Only the first 10,000 of 10,050 rows are shown."]);
});
