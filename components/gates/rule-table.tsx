import { formatCount } from "@/lib/format/number";
import type { ExactValueVerdict, GateResult, RuleResult } from "@/lib/model/gate/gate-result";
import {
  exactStatisticName,
  rangeText,
  resolutionCell,
  ruleName,
  signedPercent,
  valueText,
} from "@/lib/sentences/gates/rule-text";
import { countVerdict, type CountedVerdict } from "@/lib/sentences/gates/verdict-word";
import { CompactTable, ScrollRegion, type TableColumn } from "@/components/shared/figure";
import { RuleVerdictMark } from "./verdict-mark";

/** A rule, or an exact number that was judged instead of its quantile. */
interface TableRow {
  readonly key: string;
  readonly name: string;
  readonly isPart: boolean;
  readonly rule: RuleResult;
  readonly verdict: CountedVerdict;
  readonly measured: Pick<RuleResult, "baseline" | "window" | "regression"> &
    Pick<ExactValueVerdict, "limitRatio">;
  /** Value that replaces the percentile of the rule. Absent in the row of the rule. */
  readonly part?: ExactValueVerdict;
}

/** Numbers of the rules: limit, regression with interval, values of both sides, n and resolution. */
export function RuleTable({ result }: { readonly result: Pick<GateResult, "rules" | "obstacles"> }) {
  return (
    <ScrollRegion name="Rules, table">
      <CompactTable
        columns={columns}
        rows={result.rules.flatMap((rule) => listRows(rule, result))}
        getKey={({ key }) => key}
        minWidthPx={900}
        isListOnPhones
      />
    </ScrollRegion>
  );
}

const columns: readonly TableColumn<TableRow>[] = [
  {
    title: "Rule",
    render: ({ name, isPart }) =>
      isPart ? (
        <span className="text-ink-2">instead: {name}</span>
      ) : (
        <span className="font-medium">{name}</span>
      ),
  },
  {
    title: "Verdict",
    isText: true,
    isPlain: true,
    render: ({ verdict }) => <RuleVerdictMark verdict={verdict} />,
  },
  {
    title: "Limit",
    render: ({ rule, measured }) => signedPercent(measured.limitRatio ?? rule.maxRegressionRatio),
  },
  {
    title: "Regression",
    render: ({ measured: { regression } }) =>
      regression === null ? absentText : signedPercent(regression.value),
  },
  {
    title: "95 % interval",
    render: ({ measured: { regression } }) => (regression === null ? absentText : rangeText(regression)),
  },
  { title: "Baseline", render: (row) => estimateText(row, "baseline") },
  { title: "Window", render: (row) => estimateText(row, "window") },
  {
    title: "n",
    render: ({ measured: { window } }) => (window === null ? absentText : formatCount(window.n)),
  },
  {
    title: "Resolution",
    isText: true,
    render: ({ rule, isPart }) => (isPart ? "exact" : resolutionCell(rule)),
  },
];

const absentText = <span className="text-ink-3">no data</span>;

function estimateText({ rule, measured, part }: TableRow, side: "baseline" | "window") {
  const estimate = measured[side];
  return estimate === null ? absentText : valueText(rule, estimate.value, part);
}

function listRows(rule: RuleResult, result: Pick<GateResult, "obstacles">): readonly TableRow[] {
  const { signal, statistic, exact } = rule;
  const key = `${signal}.${statistic}`;
  const row: TableRow = {
    key,
    name: ruleName(rule),
    isPart: false,
    rule,
    verdict: countVerdict(rule.verdict, result),
    measured: rule,
  };
  return [
    row,
    ...exact.map((part: ExactValueVerdict) => ({
      ...row,
      key: `${key} ${part.aboveEdge ?? "mean"}`,
      name: exactStatisticName(rule, part),
      isPart: true,
      verdict: countVerdict(part.verdict, result),
      measured: part,
      part,
    })),
  ];
}
