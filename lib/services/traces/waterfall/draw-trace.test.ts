import fc from "fast-check";
import { expect, test } from "vitest";
import { arbitraryShuffledSpanGraph } from "@/lib/analysis/traces/fixtures";
import { unpackFlags, missingFlagBit } from "@/lib/model/traces/drawn-span";
import { toTraceView } from "@/lib/client/trace-view";
import { runToCompletion } from "@/tests/support/traces/run-to-completion";
import { drawFirstSpanRows } from "./draw-first-rows";
import { drawTrace } from "./draw-trace";
import { prepareTrace } from "./prepare-trace";
import { listPhaseMaps } from "@/lib/engines/definitions/phase-maps";
import { phaseIds } from "@/lib/model/traces/phase";
import type { Span, Trace } from "@/lib/model/traces/trace";

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
//    child |..====....   host b, reported 60 ns too early
//  (lost)
//    stray |.....==...
const skewed = traceOf(
  span({ spanId: "root", startNs: 60, resource: { "host.name": "a" } }),
  span({ spanId: "child", parentSpanId: "root", durationNs: 40, resource: { "host.name": "b" } }),
  span({ spanId: "stray", parentSpanId: "lost", startNs: 110, durationNs: 20 }),
);

const drawn = (trace: Trace, mode: "raw" | "corrected" = "raw", maxRows?: number) =>
  runToCompletion(drawTrace(trace, mode, maxRows === undefined ? {} : { maxRows }));

/** Returns the text of each row. */
function listed(trace: ReturnType<typeof drawn>) {
  const { rows } = trace;
  const ids = rows.ids.split(" ");
  const { startNs, selfNs, parentRow } = toTraceView(trace).spans;
  const corrected = new Map(rows.clockOffsets.row.map((row, at) => [row, rows.clockOffsets.ns[at]]));
  return ids.map((id, row) => [
    id,
    parentRow[row],
    startNs[row],
    selfNs[row],
    corrected.get(row) ?? 0,
    unpackFlags(rows.flags[row] ?? 0).join(),
  ]);
}

test("times are as reported, with the offset of each corrected span", () => {
  const raw = drawn(skewed);
  expect(raw.clock).toEqual({
    mode: "raw",
    correctedSpanCount: 1,
    largestOffsetNs: 90,
    rejectedCallCount: 0,
  });
  expect(listed(raw)).toEqual([
    ["root", -1, 60, 100, 0, ""],
    ["child", 0, 0, 40, 90, "starts-before-parent"],
    ["lost", -1, 110, 0, 0, ""],
    ["stray", 2, 110, 20, 0, "missing-parent"],
  ]);
  const { rows } = raw;
  expect([rows.flags[2], rows.serviceIndex[2], rows.durationNs[2]]).toEqual([missingFlagBit, -1, 20]);
  expect([rows.services, raw.spanCount]).toEqual([["chat"], 3]);
});

test("after correction, the child is within its parent, the parent's self time decreases, and no row is flagged", () => {
  const corrected = drawn(skewed, "corrected");
  expect(corrected.clock).toEqual({
    mode: "corrected",
    correctedSpanCount: 1,
    largestOffsetNs: 90,
    rejectedCallCount: 0,
  });
  expect(corrected.startMs).toBe(1_790_000_000_000);
  expect(listed(corrected)).toEqual([
    ["root", -1, 0, 60, 0, ""],
    ["child", 0, 30, 40, 90, ""],
    ["lost", -1, 50, 0, 0, ""],
    ["stray", 2, 50, 20, 0, "missing-parent"],
  ]);
});

test("the critical path and the phases cover the request without gaps, and the phases sum to it", () => {
  const { critical, ribbon, request } = drawn(
    traceOf(
      span({ spanId: "root", operation: "llm_request" }),
      span({ spanId: "queue", operation: "queue", parentSpanId: "root", startNs: 10, durationNs: 30 }),
      span({ spanId: "prefill", operation: "prefill", parentSpanId: "root", startNs: 40, durationNs: 60 }),
    ),
  );
  expect(critical).toEqual({ fromNs: 0, row: [0, 1, 2], ns: [10, 30, 60] });
  expect([ribbon.fromNs, ribbon.ns.reduce((sum, ns) => sum + ns, 0)]).toEqual([0, 100]);
  expect(request).toMatchObject({ sumNs: 100, reportedNs: 100, client: null });
  expect(request?.phases.reduce((sum, { ns }) => sum + ns, 0)).toBe(100);
});

test("a gap is drawn before the child that ends it, and names its neighbours", () => {
  const { gaps } = drawn(
    traceOf(
      span({ spanId: "root" }),
      span({ spanId: "a", parentSpanId: "root", durationNs: 20 }),
      span({ spanId: "b", parentSpanId: "root", startNs: 50, durationNs: 30 }),
    ),
  );
  expect(gaps).toEqual({
    minNs: 1,
    row: [0, 0],
    after: [1, 2],
    before: [2, -1],
    fromNs: [20, 80],
    toNs: [50, 100],
    omittedCount: 0,
  });
});

test("draws a trace without spans as empty", () => {
  const empty = drawn({ ...traceOf(), durationNs: 0 });
  expect([empty.rows.count, empty.request, empty.spanCount]).toEqual([0, null, 0]);
});

test("limits rows to the maximum, with a warning", () => {
  const root = span({ spanId: "root", durationNs: 1_000 });
  const many = Array.from({ length: 60 }, (_, index) =>
    span({
      spanId: `n${index}`,
      parentSpanId: "root",
      startNs: 10 * index,
      durationNs: 5,
      isError: index === 50,
    }),
  );
  const { rows, warnings, spanCount } = drawn({ ...traceOf(root, ...many), durationNs: 1_000 }, "raw", 40);
  expect([rows.count, spanCount]).toEqual([40, 61]);
  expect(rows.omittedBelow).toEqual({ row: [0], spans: [21] });
  expect(rows.ids.split(" ")).toContain("n50");
  expect(warnings[0]).toMatch(
    /^40 of 61 rows are shown: .* Omitted: 21 rows, including 21 on the critical path and 0 with errors\.$/,
  );
});

function agreeingOnceCorrected() {
  const early = span({ spanId: "d", parentSpanId: "g", service: "chat", durationNs: -2 });
  const spans = [early, span({ spanId: "g", service: "gateway", durationNs: 0 }), { ...early, startNs: 1 }];
  return { spans, shuffled: spans.toReversed() };
}

test("property: every span appears once, columns have equal length, and the order of spans does not matter", () => {
  fc.assert(
    fc.property(
      arbitraryShuffledSpanGraph,
      fc.constantFrom("raw", "corrected"),
      ({ spans, shuffled }, mode) => {
        const [one, other] = [drawn(traceOf(...spans), mode), drawn(traceOf(...shuffled), mode)];
        expect(one).toEqual(other);
        const { rows } = one;
        for (const column of [
          rows.parentOffset,
          rows.sinceParentNs,
          rows.durationNs,
          rows.nameIndex,
          rows.serviceIndex,
          rows.phaseIndex,
          rows.flags,
        ])
          expect(column).toHaveLength(rows.count);
        expect(rows.parentOffset.every((up, row) => up >= 0 && up <= row)).toBe(true);
        const drawnSpans = rows.flags.filter((flags) => (flags & missingFlagBit) === 0).length;
        expect(drawnSpans).toBe(one.spanCount);
      },
    ),
    {
      // Two spans with one id that become equal after clock correction; they are not duplicates.
      examples: [[agreeingOnceCorrected(), "corrected"]],
    },
  );
});

test("a deployment's rules take precedence over those of engines", () => {
  const trace = traceOf(
    span({ spanId: "root", operation: "llm_request" }),
    span({ spanId: "warm", operation: "prefill", parentSpanId: "root", durationNs: 100 }),
  );
  const phaseBy = (maps: ReturnType<typeof listPhaseMaps>) =>
    phaseIds[runToCompletion(drawTrace(trace, "raw", { phaseMaps: maps })).rows.phaseIndex[1] ?? -1];
  expect(phaseBy(listPhaseMaps("vllm"))).toBe("prefill");
  expect(phaseBy(listPhaseMaps("vllm", [{ operation: "pre*", phase: "queue" }]))).toBe("queue");
});

test("a span without a child inside it has no gap", () => {
  const { gaps } = drawn(
    traceOf(
      span({ spanId: "root", startNs: 100 }),
      span({ spanId: "early", parentSpanId: "root", durationNs: 40 }),
    ),
  );
  expect(gaps.row).toEqual([]);
});

test("of several roots the longest is the request, with a warning", () => {
  const [a, b] = [span({ spanId: "a", durationNs: 40 }), span({ spanId: "b", startNs: 30, durationNs: 70 })];
  expect(drawn(traceOf(a, b), "raw").warnings).toEqual([
    expect.stringMatching(
      /^This trace has 2 roots\. The longest is treated as the request: b of chat, 70\sns\. Request times exclude the other root\.$/,
    ),
  ]);
  expect(drawn(traceOf(a, span({ spanId: "c", parentSpanId: "lost" })), "raw").warnings).toEqual([]);
  expect(drawn(traceOf(a), "raw").warnings).toEqual([]);
});

/** Returns a trace with many spans of eight children each, and calls `onRead` on every read of a span's times. */
function watchedTrace(count: number, onRead: () => void): Trace {
  const lengths: number[] = [];
  const starts: number[] = [];
  const spans = Array.from({ length: count }, (_, index) => {
    const parent = index === 0 ? -1 : Math.floor((index - 1) / 8);
    const above = lengths[parent] ?? 0;
    lengths.push(index === 0 ? 8 ** 8 : above / 10);
    starts.push(index === 0 ? 0 : (starts[parent] ?? 0) + (((index - 1) % 8) * above) / 8);
    const one = span({ spanId: `${index}`, parentSpanId: parent === -1 ? null : `${parent}` });
    const watched = (value: number | undefined) => ({
      get: () => {
        onRead();
        return value ?? 0;
      },
    });
    return Object.defineProperties(one, {
      startNs: watched(starts[index]),
      durationNs: watched(lengths[index]),
    });
  });
  return { ...traceOf(...spans), durationNs: 8 ** 8 };
}

test("a large trace and its first rows are drawn in steps that read each span's times at most once", () => {
  const count = 16_384;
  let reads = 0;
  const trace = watchedTrace(count, () => {
    reads += 1;
  });
  const prepared = runToCompletion(prepareTrace(trace));
  for (const steps of [
    drawFirstSpanRows(prepared, { clockMode: "raw", phaseMaps: listPhaseMaps(null) }),
    drawTrace(trace, "raw", { prepared }),
  ]) {
    let [maxReads, totalReads] = [0, 0];
    for (let isDone = false; !isDone;) {
      reads = 0;
      isDone = steps.next().done === true;
      totalReads += reads;
      maxReads = Math.max(maxReads, reads);
    }
    expect(totalReads).toBeGreaterThan(2 * count);
    // Work with at most one read per span may run in a single step.
    expect(maxReads).toBeLessThanOrEqual(count);
  }
});
