/**
 * Unusual label values on a real Prometheus: each selects exactly its series, through a deployment's selector, the
 * scope's instance and a split by label. 300 values in every run, 10,000 in test:deep.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { engineById } from "@/lib/engines";
import type { InstantVector } from "@/lib/model/grid";
import type { Scope } from "@/lib/model/question";
import { columnsFromVectors, readSingleColumn } from "@/lib/semantic/evaluate/columns";
import { compileSignal } from "@/lib/semantic/compile/compile";
import { listPlanQueries } from "@/lib/semantic/compile/plan";
import type { QueryContext, SplitFilter } from "@/lib/semantic/compile/scope-selectors";
import { selectValueRows } from "@/lib/semantic/split/split";
import { queryInstant } from "@/lib/sources/prometheus/client";
import { startFrozenSource } from "@/tests/support/sources/frozen-source";

const atMs = Date.UTC(2026, 9, 1);
const windowMs = 60_000;
const seed = Date.now() % 2 ** 31;

/**
 * Quotes, escapes, regular expressions, templates, other scripts and control characters. NUL is excluded because it
 * ends Prometheus' text format.
 */
const piece = fc.oneof(
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.constantFrom(
    '"',
    "\\",
    "\n",
    "\r",
    "\t",
    "`",
    "'",
    "\\n",
    '\\"',
    "{{.}}",
    "$1",
    ".*",
    "a|b",
    "(",
    "[",
    "}",
    "\u2028",
    "\u202e",
    "\ufeff",
    "é",
    "e\u0301",
    "🤷🏽",
    '"} or up{x="',
    " ",
    "\u007f",
    "\u0001",
    "\ufffd",
  ),
);
const hostile = fc
  .array(piece, { minLength: 1, maxLength: 5 })
  .map((pieces) => pieces.join("").replaceAll("\0", ""))
  .filter((text) => text !== "");

const cases = fc.readConfigureGlobal().numRuns ?? 300;
const values = [...new Set(fc.sample(hostile, { numRuns: cases, seed }))];

const escaped = (text: string): string =>
  text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");

const frozen = startFrozenSource(() => {
  const rows = values.map(
    (value, index) =>
      `vllm:num_requests_running{model_name="${escaped(value)}",job="j",instance="${escaped(value)}"} ${index} ${atMs / 1_000}`,
  );
  return `# TYPE vllm:num_requests_running gauge\n${rows.join("\n")}\n# EOF\n`;
});

async function ask(selector: Readonly<Record<string, string>>, scope: Partial<Scope>, part?: SplitFilter) {
  const deployment = {
    pools: [{ role: "both" as const, selectors: [selector] }],
    attachments: [],
    metricNames: [],
    copyLabels: [],
  };
  const queryContext: QueryContext = {
    engine: engineById("vllm"),
    deployment,
    scope: { deployment: "d", ...scope },
    ...(part === undefined ? {} : { splitFilter: part }),
  };
  const [promql = ""] = listPlanQueries(compileSignal("running", "value", queryContext, windowMs));
  const vector: InstantVector = await queryInstant(frozen.upstream, { promql, atMs });
  return { promql, columns: columnsFromVectors(new Map([[promql, vector]])) };
}

test(`each value selects exactly its series (seed ${seed})`, async () => {
  const wrong: string[] = [];
  for (const [index, value] of values.entries()) {
    const byModel = await ask({ model_name: value }, {});
    const byInstance = await ask({ job: "j" }, { instance: value });
    for (const { promql, columns } of [byModel, byInstance])
      if (readSingleColumn(columns, promql)[0] !== index) wrong.push(`${JSON.stringify(value)}: ${promql}`);
  }
  expect(wrong).toEqual([]);
});

test("split by such a label, each named value has a separate row, and the rest contains all other values", async () => {
  const wrong: string[] = [];
  const sumOfAll = (values.length * (values.length - 1)) / 2;
  const restEvery = 8 * Math.ceil(values.length / 320);
  for (let from = 0; from < values.length; from += 8) {
    const named = values.slice(from, from + 8);
    const split = { label: "instance", values: named };
    const { promql, columns } = await ask({ job: "j" }, {}, { ...split, kind: "named" });
    for (const [offset, value] of named.entries()) {
      const actual = readSingleColumn(selectValueRows(columns, { label: "instance", value }), promql)[0];
      if (actual !== from + offset) wrong.push(`${JSON.stringify(value)} has ${String(actual)}`);
    }
    // Each query of the rest reads thousands of series, so some of them are enough.
    if (from % restEvery !== 0) continue;
    const rest = await ask({ job: "j" }, {}, { ...split, kind: "rest" });
    const actual = readSingleColumn(rest.columns, rest.promql)[0];
    const expected = sumOfAll - named.reduce((sum, _value, offset) => sum + from + offset, 0);
    if (actual !== expected)
      wrong.push(`the rest of ${JSON.stringify(named)} is ${String(actual)}, not ${expected}`);
  }
  expect(wrong).toEqual([]);
});
