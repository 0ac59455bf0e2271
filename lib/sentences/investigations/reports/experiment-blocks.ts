/** Experiments in a report: the plan, the result with a chart of the changes, the decision and the approval. */
import type { InvestigationDocument } from "@/lib/contracts/investigations/export";
import { formatCount, formatNumber, formatWithUnit } from "@/lib/format/number";
import {
  experimentKindTitles,
  experimentName,
  factorText,
} from "@/lib/model/investigation/experiments/experiment";
import { hypothesisName } from "@/lib/model/investigation/hypothesis";
import type { ReportBlock, ReportSection, ReportTable } from "@/lib/model/investigation/reports/report";
import {
  nameStatistic,
  relativeChangeText,
  relativeIntervalText,
  verdictTitles,
} from "@/lib/sentences/comparisons/statistic-text";
import type { TimeWindow } from "@/lib/model/time-window";
import { baselineArmText } from "@/lib/sentences/investigations/experiments/baseline-arm-text";
import { listGuardNames, qualityText } from "@/lib/sentences/investigations/experiment-text";
import { verdictLoadText } from "@/lib/sentences/investigations/verdict-provenance-text";
import { percentText } from "@/lib/sentences/signals/comparison-text";
import { changeChart } from "./interval-charts";
import { textBlock, writeAuthor, writeTime, type ReportContext } from "./report-context";

type Experiment = InvestigationDocument["experiments"][number];
type ExperimentResult = NonNullable<NonNullable<Experiment["decision"]>["result"]>;

/** Returns the section of one experiment. */
export function experimentSection(experiment: Experiment, context: ReportContext): ReportSection {
  const result = experiment.decision?.result ?? null;
  return {
    title: `${experimentName(experiment.number)} ${experimentKindTitles[experiment.kind]} (${experiment.state})`,
    level: 3,
    blocks: [
      { kind: "facts", facts: [...planFacts(experiment, context), ...decisionFacts(experiment, context)] },
      ...(result === null ? [] : resultBlocks(result, experimentName(experiment.number), context)),
    ],
  };
}

function planFacts(one: Experiment, context: ReportContext) {
  const { hypothesis, factor, arms, measures, rollbackPlan, scores } = one;
  const guards = listGuardNames(measures).join(", ");
  return [
    { name: "Factor", value: factorText(factor) },
    ...(hypothesis === null ? [] : [{ name: "Hypothesis", value: hypothesisName(hypothesis.number) }]),
    ...arms.map((arm) => ({ name: `Arm ${arm.name}`, value: armText(arm, context) })),
    {
      name: "Primary measure",
      value: `${nameStatistic(measures.primary)}, changes of at least ${percentText(measures.marginRatio)} count`,
    },
    { name: "Guard measures", value: guards === "" ? "none" : guards },
    { name: "Planned", value: `${formatCount(measures.plannedBlocks)} blocks per arm` },
    ...scores.map(({ name, role, value, author, atMs }) => ({
      name: `Score ${name}`,
      value: `${formatNumber(value)} of the ${role} arm, ${writeAuthor(author, context)}${writeTime(atMs, context)}`,
    })),
    { name: "Rollback plan", value: rollbackPlan },
  ];
}

function armText(
  { deployment, selector, windows, baseline }: Experiment["arms"][number],
  context: ReportContext,
): string {
  const writeBaselineWindow = ({ startMs, endMs }: TimeWindow): string =>
    `${writeTime(startMs, context)} to ${writeTime(endMs, context)}`;
  if (baseline !== null) return `${deployment}, ${baselineArmText(baseline, writeBaselineWindow)}`;
  const instances = selector === null ? "" : `, ${selector.label} ${selector.value}`;
  const times = windows.map(
    ({ startMs, endMs }) =>
      `${writeTime(startMs, context)} to ${endMs === null ? "no end" : writeTime(endMs, context)}`,
  );
  return [`${deployment}${instances}`, ...times].join(", ");
}

function decisionFacts({ decision, approval }: Experiment, context: ReportContext) {
  const reason = approval?.exceptionReason ?? null;
  const exception = reason === null ? "" : `, as a signed exception: ${reason}`;
  return [
    ...(decision === null
      ? []
      : [
          {
            name: `Decision to ${decision.decision}`,
            value: `${writeAuthor(decision.author, context)}${writeTime(decision.atMs, context)}: ${decision.reason}`,
          },
        ]),
    ...(approval === null
      ? []
      : [
          {
            name: "Approved",
            value: `${writeAuthor(approval.author, context)}${writeTime(approval.atMs, context)}${exception}`,
          },
        ]),
  ];
}

function resultBlocks(
  result: ExperimentResult,
  name: string,
  context: ReportContext,
): readonly ReportBlock[] {
  const changes = result.measures.map(({ title, change, lower, upper }) => ({
    name: title,
    change: change === null ? null : { value: change, lower, upper },
  }));
  const basis = verdictLoadText(result.basis, "of the reference arm and of the changed arm");
  const chart = changeChart(`Change of each signal in ${name}`, changes, result.sentence);
  return [
    textBlock(result.sentence),
    ...(result.measures.length === 0 ? [] : [{ kind: "table", ...measureTable(result, name) } as const]),
    ...(chart === null ? [] : [chart]),
    ...result.quality.map((one) => textBlock(`Quality score ${qualityText(one)}.`)),
    ...(basis === null ? [] : [textBlock(basis)]),
    ...result.notes.map(textBlock),
    textBlock(`Measured: ${writeTime(result.checkedAtMs, context)}.`),
  ];
}

/** Returns the measures of the stored result with their values in both arms. `name` is the name of the experiment. */
export function measureTable({ measures }: ExperimentResult, name: string): ReportTable {
  return {
    caption: `Measures of ${name}`,
    columns: ["Measure", "Reference", "Changed", "Change", "Interval", "Blocks per arm", "Verdict"],
    rows: measures.map((measure) => {
      const inUnit = (value: number | null): string =>
        value === null ? "–" : formatWithUnit(value, measure.unit, measure.displayUnit);
      return [
        measure.part === "guard" ? `${measure.title} (guard)` : measure.title,
        inUnit(measure.referenceMean),
        inUnit(measure.changedMean),
        relativeChangeText(measure) || "–",
        relativeIntervalText(measure) || "–",
        formatCount(measure.blockCount),
        verdictTitles[measure.verdict],
      ];
    }),
  };
}
