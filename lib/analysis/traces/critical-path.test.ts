import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyTidyTrace, anyTrace } from "@/tests/support/any-trace";
import { drawnSpan, drawnTrace, traceFromLanes } from "@/tests/support/drawn-trace";
import { criticalPath, criticalTimesNs } from "./critical-path";
import { requestTree } from "./request-root";
import { selfTimesNs } from "./self-time";
import { endNs, treeRows } from "./tree";

/** The path as "name from–to" in order of time. */
function pathOf(
  trace: ReturnType<typeof traceFromLanes>,
  follows?: (operation: string) => boolean,
): string[] {
  const rows = treeRows(trace);
  const sections = criticalPath(
    rows,
    follows === undefined ? {} : { follows: (row) => follows(rows[row]!.span.operation) },
  );
  return sections.map(({ row, fromNs, toNs }) => `${rows[row]!.span.operation} ${fromNs}–${toNs}`);
}

describe("drawn cases", () => {
  test("one after the other, with the parent's own time between", () => {
    const trace = traceFromLanes(`
      root |────────────────
        a  | ────
        b  |       ───────
    `);
    expect(pathOf(trace)).toEqual(["root 0–1", "a 1–5", "root 5–7", "b 7–14", "root 14–16"]);
  });

  test("of two in parallel the one that ends last", () => {
    const trace = traceFromLanes(`
      root |──────────
        a  |────
        b  |────────
    `);
    expect(pathOf(trace)).toEqual(["b 0–8", "root 8–10"]);
  });

  test("an overlapped child keeps what it had to itself", () => {
    const trace = traceFromLanes(`
      root |──────────────────
        a  |  ──────
        b  |      ────────
    `);
    expect(pathOf(trace)).toEqual(["root 0–2", "a 2–6", "b 6–14", "root 14–18"]);
  });

  test("into the children's children", () => {
    const trace = traceFromLanes(`
      root   |────────────
        call |  ──────────
          a  |   ───
          b  |      ────
    `);
    expect(pathOf(trace)).toEqual(["root 0–2", "call 2–3", "a 3–6", "b 6–10", "call 10–12"]);
  });

  test("a child longer than its parent is cut to it", () => {
    const trace = traceFromLanes(`
      root |  ──────
        a  |────────────
    `);
    expect(pathOf(trace)).toEqual(["a 2–8"]);
  });

  test("a child wholly outside is not waited for", () => {
    const trace = traceFromLanes(`
      root |──────
        a  |          ───
    `);
    expect(pathOf(trace)).toEqual(["root 0–6"]);
  });

  test("streaming is critical only after what it streams", () => {
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

  test("a queue's consumer is not waited for by its producer, but by the one above", () => {
    const send = drawnSpan({ id: "send", parent: "root", at: [0, 3], kind: "producer" });
    const work = drawnSpan({ id: "work", parent: "send", at: [1, 9], kind: "consumer" });
    expect(pathOf(drawnTrace([drawnSpan({ id: "root", at: [0, 10] }), send, work]))).toEqual([
      "send 0–3",
      "root 3–10",
    ]);
  });

  test("a span without its parent counts as the request's child where it lies within it", () => {
    const inside = drawnSpan({ id: "engine", parent: "lost", at: [2, 8] });
    const beyond = drawnSpan({ id: "batch", parent: "lost", at: [5, 30] });
    expect(pathOf(drawnTrace([inside, beyond, drawnSpan({ id: "root", at: [0, 10] })]))).toEqual([
      "root 0–2",
      "engine 2–8",
      "root 8–10",
    ]);
  });

  test("up to the first token: the way that led to it, not what ran beside it for longer", () => {
    const rows = treeRows(
      traceFromLanes(`
        root      |──────────────
          engine  | ───────────
            decode|     ───────
          log     |──────────────
      `),
    );
    const asked = { untilNs: 5, ledTo: (row: number) => rows[row]!.span.operation === "engine" };
    expect(criticalPath(rows, asked).map(({ row, toNs }) => [rows[row]!.span.operation, toNs])).toEqual([
      ["log", 1],
      ["engine", 5],
    ]);
  });

  test("no rows, no path", () => {
    expect(criticalPath([])).toEqual([]);
  });

  test("a chain of 20,000 needs no deep stack", () => {
    const chain = Array.from({ length: 20_000 }, (_, index) =>
      drawnSpan({
        id: String(index),
        parent: index === 0 ? null : String(index - 1),
        at: [index, 100_000 - index],
      }),
    );
    expect(criticalPath(treeRows(drawnTrace(chain)))).toHaveLength(39_999);
  });
});

test("property: the sections are the request's time, end to end", () => {
  fc.assert(
    fc.property(anyTrace, fc.option(fc.nat(220)), (trace, until) => {
      const rows = treeRows(trace);
      const follows = (row: number): boolean => rows[row]!.span.operation === "stream to client";
      const sections = criticalPath(rows, { follows, ...(until === null ? {} : { untilNs: until }) });
      const root = rows[requestTree(rows).root]!.span;
      const whole = Math.max(0, Math.min(endNs(root), until ?? Infinity) - root.startNs);
      expect(sections.reduce((sum, { fromNs, toNs }) => sum + toNs - fromNs, 0)).toBe(whole);
      expect(sections[0]?.fromNs ?? root.startNs).toBe(root.startNs);
      for (const [index, { row, fromNs, toNs }] of sections.entries()) {
        expect(toNs).toBeGreaterThan(fromNs);
        expect(fromNs).toBe(sections[index - 1]?.toNs ?? fromNs);
        expect(fromNs).toBeGreaterThanOrEqual(rows[row]!.span.startNs);
        expect(toNs).toBeLessThanOrEqual(endNs(rows[row]!.span));
      }
    }),
  );
});

test("property: of spans that nest, none is critical for longer than its self time, and all end where the root ends", () => {
  fc.assert(
    fc.property(anyTidyTrace, (trace) => {
      const rows = treeRows(trace);
      const sections = criticalPath(rows);
      const critical = criticalTimesNs(rows.length, sections);
      const self = selfTimesNs(rows);
      for (const index of rows.keys()) expect(critical[index]).toBeLessThanOrEqual(self[index]!);
      expect(critical.reduce((sum, one) => sum + one, 0)).toBe(1000);
    }),
  );
});

test("property: the same path under any order of the spans", () => {
  fc.assert(
    fc.property(anyTidyTrace, fc.infiniteStream(fc.nat(1000)), (trace, draws) => {
      const shuffled = trace.spans
        .map((span) => [draws.next().value as number, span] as const)
        .toSorted(([a], [b]) => a - b)
        .map(([, span]) => span);
      const named = (one: typeof trace): string[] => {
        const rows = treeRows(one);
        return criticalPath(rows).map(
          ({ row, fromNs, toNs }) => `${rows[row]!.span.spanId} ${fromNs}–${toNs}`,
        );
      };
      expect(named({ ...trace, spans: shuffled })).toEqual(named(trace));
    }),
  );
});
