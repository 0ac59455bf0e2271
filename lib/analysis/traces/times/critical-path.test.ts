import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyTidyTrace, anyTrace } from "@/tests/support/traces/any-trace";
import { drawnSpan, drawnTrace, traceFromLanes } from "@/tests/support/traces/drawn-trace";
import { findCriticalPath, sumCriticalTimesNs } from "./critical-path";
import { buildRequestTree } from "@/lib/analysis/traces/request-tree";
import { computeSelfTimesNs } from "./self-time";
import { endNs, buildTreeRows } from "@/lib/analysis/traces/tree-rows";
import { findWaitingRows } from "./waiting-rows";

/** Spans that start within their parents and may end after them. */
const anyHandedOff = fc
  .array(fc.tuple(fc.nat(1000), fc.nat(100), fc.nat(150)), { maxLength: 14 })
  .map((draws) => {
    const spans = [drawnSpan({ id: "0", at: [0, 100] })];
    for (const [index, [where, later, length]] of draws.entries()) {
      const parent = spans[where % spans.length]!;
      const from = parent.startNs + (later % (parent.durationNs + 1));
      spans.push(drawnSpan({ id: String(index + 1), parent: parent.spanId, at: [from, from + length] }));
    }
    return drawnTrace(spans);
  });

/** Returns the path as "name from–to" in chronological order. */
function pathOf(
  trace: ReturnType<typeof traceFromLanes>,
  follows?: (operation: string) => boolean,
): string[] {
  const rows = buildTreeRows(trace);
  const segments = findCriticalPath(
    rows,
    follows === undefined ? {} : { canFollow: (row) => follows(rows[row]!.span.operation) },
  );
  return segments.map(({ row, fromNs, toNs }) => `${rows[row]!.span.operation} ${fromNs}–${toNs}`);
}

describe("hand-drawn cases", () => {
  test("sequential children, with parent time between them", () => {
    const trace = traceFromLanes(`
      root |────────────────
        a  | ────
        b  |       ───────
    `);
    expect(pathOf(trace)).toEqual(["root 0–1", "a 1–5", "root 5–7", "b 7–14", "root 14–16"]);
  });

  test("of parallel children, the one that ends last", () => {
    const trace = traceFromLanes(`
      root |──────────
        a  |────
        b  |────────
    `);
    expect(pathOf(trace)).toEqual(["b 0–8", "root 8–10"]);
  });

  test("an overlapped child keeps the time before the overlap", () => {
    const trace = traceFromLanes(`
      root |──────────────────
        a  |  ──────
        b  |      ────────
    `);
    expect(pathOf(trace)).toEqual(["root 0–2", "a 2–6", "b 6–14", "root 14–18"]);
  });

  test("descends into grandchildren", () => {
    const trace = traceFromLanes(`
      root   |────────────
        call |  ──────────
          a  |   ───
          b  |      ────
    `);
    expect(pathOf(trace)).toEqual(["root 0–2", "call 2–3", "a 3–6", "b 6–10", "call 10–12"]);
  });

  test("a child longer than its parent is cut to the parent", () => {
    const trace = traceFromLanes(`
      root |  ──────
        a  |────────────
    `);
    expect(pathOf(trace)).toEqual(["a 2–8"]);
  });

  test("a child outside its parent is not waited for", () => {
    const trace = traceFromLanes(`
      root |──────
        a  |          ───
    `);
    expect(pathOf(trace)).toEqual(["root 0–6"]);
  });

  test("streaming is critical only after the work it streams", () => {
    const trace = traceFromLanes(`
      root        |──────────────
        prefill   |──────
        decode    |      ──────
        stream    |      ────────
    `);
    const follows = (operation: string): boolean => operation === "stream";
    expect(pathOf(trace, follows)).toEqual(["prefill 0–6", "decode 6–12", "stream 12–14"]);
    expect(pathOf(trace)).toEqual(["prefill 0–6", "stream 6–14"]);
  });

  test("a queue consumer is not waited for, because its producer continued", () => {
    const send = drawnSpan({ id: "send", parent: "root", at: [0, 3], kind: "producer" });
    const work = drawnSpan({ id: "work", parent: "send", at: [1, 9], kind: "consumer" });
    expect(pathOf(drawnTrace([drawnSpan({ id: "root", at: [0, 10] }), send, work]))).toEqual([
      "send 0–3",
      "root 3–10",
    ]);
  });

  test("a span that follows from its parent is not waited for", () => {
    const spans = [
      drawnSpan({ id: "root", at: [0, 10] }),
      { ...drawnSpan({ id: "log", parent: "root", at: [2, 9] }), isFollowsFrom: true as const },
    ];
    expect(pathOf(drawnTrace(spans))).toEqual(["root 0–10"]);
  });

  test("a hand-off that outlives the router is waited for by the request", () => {
    const trace = traceFromLanes(`
      request      |────────────────────
        tokenize   | ──
        route      |   ────
          worker   |     ─────────────
            prefill|      ─────
    `);
    expect(pathOf(trace)).toEqual([
      "request 0–1",
      "tokenize 1–3",
      "route 3–5",
      "worker 5–6",
      "prefill 6–11",
      "worker 11–18",
      "request 18–20",
    ]);
  });

  test("a hand-off through several spans is waited for by the nearest ancestor that still runs", () => {
    const trace = traceFromLanes(`
      root       |──────────────────
        serve    | ───────────────
          call   | ────
            send |  ──
              w  |   ──────────
    `);
    expect(pathOf(trace)).toEqual([
      "root 0–1",
      "call 1–2",
      "send 2–3",
      "w 3–13",
      "serve 13–16",
      "root 16–18",
    ]);
  });

  test("work that continues after the request is not waited for", () => {
    const trace = traceFromLanes(`
      root    |────────
        save  | ───
          log |  ──────────
    `);
    expect(pathOf(trace)).toEqual(["root 0–1", "save 1–2", "log 2–4", "root 4–8"]);
  });

  test("of a hand-off and the parent's next call, the one that ends last", () => {
    const trace = traceFromLanes(`
      root    |────────────────
        a     |───
          off | ────────
        b     |     ─────────
    `);
    expect(pathOf(trace)).toEqual(["a 0–1", "off 1–5", "b 5–14", "root 14–16"]);
  });

  test("a span without its parent counts as a child of the request if it is within the request", () => {
    const inside = drawnSpan({ id: "engine", parent: "lost", at: [2, 8] });
    const beyond = drawnSpan({ id: "batch", parent: "lost", at: [5, 30] });
    expect(pathOf(drawnTrace([inside, beyond, drawnSpan({ id: "root", at: [0, 10] })]))).toEqual([
      "root 0–2",
      "engine 2–8",
      "root 8–10",
    ]);
  });

  test("up to the first token, the path leads to it, not to longer parallel work", () => {
    const rows = buildTreeRows(
      traceFromLanes(`
        root      |──────────────
          engine  | ───────────
            decode|     ───────
          log     |──────────────
      `),
    );
    const options = { untilNs: 5, isOnPath: (row: number) => rows[row]!.span.operation === "engine" };
    expect(findCriticalPath(rows, options).map(({ row, toNs }) => [rows[row]!.span.operation, toNs])).toEqual(
      [
        ["log", 1],
        ["engine", 5],
      ],
    );
  });

  test("no rows give no path", () => {
    expect(findCriticalPath([])).toEqual([]);
  });

  test("a chain of 20,000 spans does not overflow the stack", () => {
    const chain = Array.from({ length: 20_000 }, (_, index) =>
      drawnSpan({
        id: String(index),
        parent: index === 0 ? null : String(index - 1),
        at: [index, 100_000 - index],
      }),
    );
    expect(findCriticalPath(buildTreeRows(drawnTrace(chain)))).toHaveLength(39_999);
  });
});

test("property: the segments cover the request's time without gap or overlap", () => {
  fc.assert(
    fc.property(anyTrace, fc.option(fc.nat(220)), (trace, until) => {
      const rows = buildTreeRows(trace);
      const follows = (row: number): boolean => rows[row]!.span.operation === "stream to client";
      const segments = findCriticalPath(rows, {
        canFollow: follows,
        ...(until === null ? {} : { untilNs: until }),
      });
      const root = rows[buildRequestTree(rows).rootRow]!.span;
      const totalNs = Math.max(0, Math.min(endNs(root), until ?? Infinity) - root.startNs);
      expect(segments.reduce((sum, { fromNs, toNs }) => sum + toNs - fromNs, 0)).toBe(totalNs);
      expect(segments[0]?.fromNs ?? root.startNs).toBe(root.startNs);
      for (const [index, { row, fromNs, toNs }] of segments.entries()) {
        expect(toNs).toBeGreaterThan(fromNs);
        expect(fromNs).toBe(segments[index - 1]?.toNs ?? fromNs);
        expect(fromNs).toBeGreaterThanOrEqual(rows[row]!.span.startNs);
        expect(toNs).toBeLessThanOrEqual(endNs(rows[row]!.span));
      }
    }),
  );
});

test("property: for nested spans, critical time is at most self time, and the path ends where the root ends", () => {
  fc.assert(
    fc.property(anyTidyTrace, (trace) => {
      const rows = buildTreeRows(trace);
      const segments = findCriticalPath(rows);
      const critical = sumCriticalTimesNs(rows.length, segments);
      const self = computeSelfTimesNs(rows);
      for (const index of rows.keys()) expect(critical[index]).toBeLessThanOrEqual(self[index]!);
      expect(critical.reduce((sum, one) => sum + one, 0)).toBe(1000);
    }),
  );
});

test("property: with hand-offs, critical time is at most self time and excludes time in which an awaited span runs", () => {
  fc.assert(
    fc.property(anyHandedOff, (trace) => {
      const rows = buildTreeRows(trace);
      const segments = findCriticalPath(rows);
      const self = computeSelfTimesNs(rows);
      const critical = sumCriticalTimesNs(rows.length, segments);
      for (const index of rows.keys()) expect(critical[index]).toBeLessThanOrEqual(self[index]!);
      const tree = buildRequestTree(rows);
      const ends = Float64Array.from(rows, ({ span }) => endNs(span));
      const waiting = findWaitingRows(rows, tree, ends);
      for (const { row, fromNs, toNs } of segments) {
        const isHeldUp = rows.some(
          ({ span }, one) =>
            waiting[one] === row && Math.max(span.startNs, fromNs) < Math.min(endNs(span), toNs),
        );
        expect(isHeldUp).toBe(false);
      }
    }),
  );
});

test("property: the waiting span is the nearest ancestor that ends no earlier, as found by walking up", () => {
  fc.assert(
    fc.property(anyTrace, (trace) => {
      const rows = buildTreeRows(trace);
      const tree = buildRequestTree(rows);
      const ends = Float64Array.from(rows, ({ span }) => endNs(span));
      const waiting = findWaitingRows(rows, tree, ends);
      for (const [index, { span }] of rows.entries()) {
        const parent = tree.parentRows[index]!;
        let above = parent;
        while (above !== -1 && ends[above]! < ends[index]!) above = tree.parentRows[above]!;
        const isLetGo = span.kind === "consumer" && rows[parent]?.span.kind === "producer";
        expect(waiting[index]).toBe(isLetGo ? -1 : above === -1 ? parent : above);
      }
    }),
  );
});

test("a chain of 20,000 hand-offs takes linear time", () => {
  const maxNs = 20_000;
  const chain = Array.from({ length: maxNs }, (_, index) =>
    drawnSpan({ id: String(index), parent: index === 0 ? null : String(index - 1), at: [0, maxNs + index] }),
  );
  const root = drawnSpan({ id: "request", at: [0, 10 * maxNs] });
  const spans = [
    root,
    ...chain.map((span, index) => (index === 0 ? { ...span, parentSpanId: "request" } : span)),
  ];
  const segments = findCriticalPath(buildTreeRows(drawnTrace(spans)));
  expect(segments.map(({ toNs }) => toNs)).toEqual([2 * maxNs - 1, 10 * maxNs]);
});

test("property: the path does not depend on the order of the spans", () => {
  fc.assert(
    fc.property(anyTidyTrace, fc.infiniteStream(fc.nat(1000)), (trace, draws) => {
      const shuffled = trace.spans
        .map((span) => [draws.next().value as number, span] as const)
        .toSorted(([a], [b]) => a - b)
        .map(([, span]) => span);
      const named = (one: typeof trace): string[] => {
        const rows = buildTreeRows(one);
        return findCriticalPath(rows).map(
          ({ row, fromNs, toNs }) => `${rows[row]!.span.spanId} ${fromNs}–${toNs}`,
        );
      };
      expect(named({ ...trace, spans: shuffled })).toEqual(named(trace));
    }),
  );
});
