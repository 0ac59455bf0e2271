import { expect, test } from "vitest";
import type {
  ComparedNumbers,
  NodeRow,
  TraceComparisonResponse,
  TraceDifference,
} from "@/lib/contracts/traces/trace-comparison";
import { comparisonCsv, comparisonFileName } from "./comparison-export";
import { sortAsTree, nodePathText } from "./node-order";
import { formatHalfWidth, formatSignedMilliseconds } from "./difference-text";

const numbers = (a: number, b: number): ComparedNumbers => ({
  a: a * 1e6,
  b: b * 1e6,
  difference: (a - b) * 1e6,
  interval: null,
});

function nodeOf(position: number, parent: number, name: string, a: number, b: number): NodeRow {
  const same = numbers(a, b);
  return {
    nodeIndex: position,
    parentNodeIndex: parent,
    depth: parent + 1,
    service: "=engine",
    name,
    totalNs: same,
    selfNs: same,
    criticalNs: same,
    spans: numbers(1, 1),
    requestCountA: 10,
    requestCountB: 0,
    onlyIn: "a",
  };
}

const nodes = [
  nodeOf(2, 1, "queue", 90, 1),
  nodeOf(1, 0, "request", 50, 2),
  nodeOf(3, 9, "stray", 3, 3),
  nodeOf(0, -1, "root", 1, 1),
];

test("lists parents before children, and nodes without a parent as roots", () => {
  expect(sortAsTree(nodes).map(({ name }) => name)).toEqual(["stray", "root", "request", "queue"]);
  expect(nodePathText(nodes[0]!, nodes)).toBe("=engine root › =engine request › =engine queue");
});

test("exports numbers in seconds, no interval where there is none, and no spreadsheet formulas", () => {
  const difference = {
    total: numbers(200, 100),
    phases: [{ ...numbers(150, 50), phase: "queue", share: 1 }],
    nodes,
  } as unknown as TraceDifference;
  const answer = {
    a: { name: "Slow requests", label: "Slow", n: 10 },
    b: { name: "The rest", label: "Rest", n: 90 },
  } as unknown as TraceComparisonResponse;
  const lines = comparisonCsv(answer, difference).split("\r\n");
  expect(lines[1]).toBe("total,time,0.2,0.1,0.1,,,10,90");
  expect(lines[2]).toBe("phase queue,time,0.15,0.05,0.1,,,10,90");
  expect(lines[3]).toBe("'=engine root › =engine request › =engine queue,total,0.09,0.001,0.089,,,10,0");
  expect(lines).toHaveLength(3 + 3 * nodes.length);
  expect(comparisonFileName(answer)).toBe("slow-vs-rest");
});

test("formats differences with a sign, and intervals as half their width", () => {
  expect([
    formatSignedMilliseconds(12e6),
    formatSignedMilliseconds(-12e6),
    formatSignedMilliseconds(0),
  ]).toEqual(["+12.0", "−12.0", "0"]);
  expect(formatHalfWidth({ ...numbers(2, 1), interval: { lower: 0, upper: 4e6 } })).toBe("± 2.00");
  expect(formatHalfWidth(numbers(2, 1))).toBe("");
});
