import fc from "fast-check";
import { expect, test } from "vitest";
import type { FlowEdgeRow, FlowNodeRow } from "@/lib/contracts/traces/trace-flow";
import { layoutFlow, maxDrawnServices, entryNodeName } from "./flow-layout";
import type { DrawnBox } from "./flow-lines";
import { describeCall } from "@/lib/sentences/traces/flow-text";

const node = (name: string, criticalShare = 0.1): FlowNodeRow => ({
  name,
  isExternal: false,
  traceCount: 1,
  spanCount: 1,
  errorCount: 0,
  abortCount: 0,
  criticalShare,
});

const edge = (from: string | null, to: string, criticalShare = 0.1): FlowEdgeRow => ({
  from,
  to,
  now: {
    callCount: 1,
    traceCount: 1,
    errorCount: 0,
    abortCount: 0,
    callsPerSecond: 1,
    latencyNs: { p50: 1, p95: null, p99: null, max: 1 },
    networkNs: null,
    networkShare: 0,
    criticalShare,
  },
  before: null,
  change: null,
});

/** Left edge, top and size of a drawn box. */
const areaOf = ({ x, y, width, height }: DrawnBox) => ({ x, y: y - height / 2, width, height });

const doOverlap = (one: DrawnBox, other: DrawnBox): boolean => {
  const [a, b] = [areaOf(one), areaOf(other)];
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
};

const isInside = (box: DrawnBox, map: { readonly width: number; readonly height: number }): boolean => {
  const { x, y, width, height } = areaOf(box);
  return x >= 0 && y >= 0 && x + width <= map.width && y + height <= map.height;
};

test("draws calls to the right, back edges to the left, and uncalled services after the entry", () => {
  const calls = [
    edge(null, "a"),
    edge("a", "b"),
    edge("b", "c"),
    edge("a", "c"),
    edge("c", "a"),
    edge("b", "b"),
  ];
  const { nodes, edges } = layoutFlow([node("alone")], calls);
  const left = new Map(nodes.map(({ name, x }) => [name, x]));
  expect([entryNodeName, "a", "b", "c"].toSorted((a, b) => (left.get(a) ?? 0) - (left.get(b) ?? 0))).toEqual([
    entryNodeName,
    "a",
    "b",
    "c",
  ]);
  expect(left.get("alone")).toBe(left.get("a"));
  expect(edges.slice(0, 5).map(({ arrow }) => arrow.angleDeg)).toEqual([0, 0, 0, 0, 180]);
});

test("uses the table's unit for long calls in labels and texts", () => {
  const slow = edge("a", "b");
  const now = slow.now && { ...slow.now, latencyNs: { p50: 1.42e9, p95: null, p99: null, max: 61.2e9 } };
  const { edges } = layoutFlow([node("a"), node("b")], [edge(null, "a"), { ...slow, now }]);
  expect(edges[1]?.label?.text).toBe("1,420\u202fms");
  expect(describeCall({ ...slow, now }, true, null)[0]).toContain("p50 1,420\u202fms, max 61,200\u202fms.");
});

test("draws wider lines for a larger share of request time", () => {
  const { edges, nodes, hiddenCounts } = layoutFlow(
    [node("a", 0.9)],
    [edge(null, "a", 0.9), edge("a", "gone", 0)],
  );
  expect(nodes.map(({ name, row }) => [name, row?.name])).toEqual([
    [entryNodeName, undefined],
    ["a", "a"],
    ["gone", undefined],
  ]);
  expect(edges[0]?.strokeWidthPx).toBeGreaterThan(10);
  expect(edges[1]?.strokeWidthPx).toBe(1.5);
  expect(hiddenCounts).toEqual({ nodes: 0, edges: 0 });
});

test("keeps a chain of services as narrow as one service on a narrow page", () => {
  const chain = [edge(null, "a"), edge("a", "b"), edge("b", "c")];
  const [across, down] = [layoutFlow([], chain), layoutFlow([], chain, "down")];
  expect(down.width).toBeLessThan(214);
  expect(down.height).toBeGreaterThan(across.height);
  expect(down.nodes.map(({ y }) => y)).toEqual(down.nodes.map(({ y }) => y).toSorted((a, b) => a - b));
});

test("counts services and calls that are not drawn", () => {
  const names = Array.from({ length: maxDrawnServices + 5 }, (_, index) => `service ${index}`);
  const { nodes, hiddenCounts } = layoutFlow(
    names.map((name) => node(name)),
    names.map((name) => edge(null, name)),
  );
  expect(nodes).toHaveLength(maxDrawnServices + 1);
  expect(hiddenCounts).toEqual({ nodes: 5, edges: 5 });
});

test("property: services do not overlap, and every call is within the map", () => {
  const name = fc.integer({ min: 0, max: 12 }).map(String);
  const direction = fc.constantFrom("right" as const, "down" as const);
  const some = fc.array(fc.tuple(fc.option(name), name), { minLength: 1, maxLength: 24 });
  fc.assert(
    fc.property(some, direction, (calls, flowDirection) => {
      const rows = [...new Map(calls.map(([from, to]) => [`${from}>${to}`, edge(from, to)])).values()];
      const { nodes, edges, width, height } = layoutFlow([], rows, flowDirection);
      expect(edges).toHaveLength(rows.length);
      for (const [index, one] of nodes.entries()) {
        expect(isInside(one, { width, height })).toBe(true);
        for (const other of nodes.slice(index + 1)) expect(doOverlap(one, other)).toBe(false);
      }
      for (const { path } of edges) {
        const [xs, ys] = [0, 1].map((axis) =>
          (path.match(/-?[\d.]+/g) ?? []).map(Number).filter((_, index) => index % 2 === axis),
        );
        expect(Math.min(...(xs ?? []), ...(ys ?? []))).toBeGreaterThanOrEqual(0);
        expect(Math.max(...(xs ?? []))).toBeLessThanOrEqual(width);
        expect(Math.max(...(ys ?? []))).toBeLessThanOrEqual(height);
        expect(path).not.toMatch(/NaN|Infinity/);
      }
    }),
  );
});

/** A call that became slower and fails, so that its label has two markers. */
const failingCall = (from: string | null, to: string, p50: number): FlowEdgeRow => {
  const row = edge(from, to);
  if (row.now === null) return row;
  return {
    ...row,
    now: { ...row.now, errorCount: 1, abortCount: 0, latencyNs: { ...row.now.latencyNs, p50 } },
    change: {
      callsPerSecond: null,
      callsPerTrace: 0,
      criticalShare: 0,
      latencyNs: { difference: 2e6, interval: { lower: 1e6, upper: 3e6 } },
      errorRatio: { difference: 0, pValue: 1 },
    },
  };
};

test("places the labels of two calls from one service next to each other", () => {
  for (const flowDirection of ["right", "down"] as const) {
    const rows = [
      failingCall("gateway", "engine", 3.28e9),
      failingCall("gateway", "features", 95.2e6),
      failingCall(null, "gateway", 3.3e9),
      failingCall("engine", "store", 12e6),
    ];
    const { edges } = layoutFlow([], rows, flowDirection);
    expect(edges.map(({ label }) => label?.text?.replaceAll(/\s/g, " "))).toEqual([
      "3,280 ms",
      "95.2 ms",
      "3,300 ms",
      "12.0 ms",
    ]);
  }
});

test("property: every call has a label that overlaps neither labels nor services, within the map", () => {
  const name = fc.integer({ min: 0, max: 8 }).map(String);
  const direction = fc.constantFrom("right" as const, "down" as const);
  const call = fc.tuple(fc.option(name), name, fc.boolean(), fc.integer({ min: 1, max: 4e10 }));
  fc.assert(
    fc.property(fc.array(call, { minLength: 1, maxLength: 20 }), direction, (calls, flowDirection) => {
      const rows = new Map(
        calls.map(([from, to, bad, p50]) => {
          const row = failingCall(from, to, p50);
          return [`${from}>${to}`, bad ? row : { ...row, change: null }];
        }),
      );
      const { nodes, edges, ...size } = layoutFlow([], [...rows.values()], flowDirection);
      const boxes = edges.flatMap(({ label }) => label ?? []);
      expect(boxes.filter(({ text }) => text !== null)).toHaveLength(edges.length);
      for (const [index, box] of boxes.entries()) {
        for (const other of boxes.slice(index + 1)) expect(doOverlap(box, other)).toBe(false);
        for (const service of nodes) expect(doOverlap(box, service)).toBe(false);
        expect(isInside(box, size)).toBe(true);
      }
    }),
  );
});
