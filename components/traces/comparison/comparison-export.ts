/** Exports the numbers of a comparison in seconds: phases first, then nodes with their paths. */
import type {
  ComparedNumbers,
  TraceComparisonResponse,
  TraceDifference,
} from "@/lib/contracts/traces/trace-comparison";
import { toCsv, type CsvCell } from "@/lib/format/csv";
import { nodePathText } from "./node-order";

/** Returns the file name of an exported comparison, without an extension. */
export function comparisonFileName({ a, b }: Pick<TraceComparisonResponse, "a" | "b">): string {
  return `${a.label} vs ${b.label}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
}

const nsPerSecond = 1e9;

/** Writes the differences by phase and operation as CSV. */
export function comparisonCsv({ a, b }: TraceComparisonResponse, difference: TraceDifference): string {
  const seconds = ({
    a: aNs,
    b: bNs,
    difference: differenceNs,
    interval,
  }: ComparedNumbers): readonly CsvCell[] => [
    aNs / nsPerSecond,
    bNs / nsPerSecond,
    differenceNs / nsPerSecond,
    interval === null ? null : interval.lower / nsPerSecond,
    interval === null ? null : interval.upper / nsPerSecond,
  ];
  const headers = ["difference", "95 % lower", "95 % upper"];
  return toCsv([
    [
      "item",
      "measure",
      `${a.name} (s)`,
      `${b.name} (s)`,
      ...headers.map((header) => `${header} (s)`),
      `${a.name} (requests)`,
      `${b.name} (requests)`,
    ],
    ["total", "time", ...seconds(difference.total), a.n, b.n],
    ...difference.phases.map((row) => [`phase ${row.phase}`, "time", ...seconds(row), a.n, b.n]),
    ...difference.nodes.flatMap((node) =>
      (["totalNs", "selfNs", "criticalNs"] as const).map((measure) => [
        nodePathText(node, difference.nodes),
        measures[measure],
        ...seconds(node[measure]),
        node.requestCountA,
        node.requestCountB,
      ]),
    ),
  ]);
}

const measures = { totalNs: "total", selfNs: "self", criticalNs: "critical" } as const;
