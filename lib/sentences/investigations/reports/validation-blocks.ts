/** Validations in a report: their sentences, and the signals of the newest one as a table and a chart of the changes. */
import type { InvestigationDocument } from "@/lib/contracts/investigations/export";
import type { ReportBlock } from "@/lib/model/investigation/reports/report";
import type { ValidatedDeployment, ValidatedSignal } from "@/lib/model/investigation/validation";
import { validationName } from "@/lib/model/investigation/validation-name";
import { verdictTitles } from "@/lib/sentences/comparisons/statistic-text";
import { listBottleneckTexts } from "../bottleneck-shares-text";
import { changeText, estimateText } from "./estimate-text";
import { changeChart } from "./interval-charts";
import { textBlock, writeTime, type ReportContext } from "./report-context";

/** Returns the sentences of each stored validation, of its deployments and of its watch. */
export function validationBlocks(
  { validations }: InvestigationDocument,
  context: ReportContext,
): readonly ReportBlock[] {
  const newest = Math.max(...validations.map(({ number }) => number));
  return validations.flatMap(({ number, createdAtMs, report, watch }) => [
    textBlock(`${validationName(number)}, ${writeTime(createdAtMs, context)}: ${report.sentence}`),
    {
      kind: "list" as const,
      items: [
        ...report.deployments.flatMap(({ deployment, sentence, phases, roofline, cost }) =>
          [sentence, ...listBottleneckTexts({ phases, roofline }), cost.sentence].map(
            (text) => `${deployment.title}: ${text}`,
          ),
        ),
        ...(watch === null ? [] : [`Watch: ${watch.sentence}`]),
      ].map((text) => ({ text, isTicked: null })),
    },
    ...(number === newest
      ? report.deployments.flatMap((one) => signalBlocks(one, validationName(number)))
      : []),
  ]);
}

/** Returns the signals that decide. The page of the investigation shows every signal. */
function signalBlocks({ deployment, signals }: ValidatedDeployment, name: string): readonly ReportBlock[] {
  const decisive = signals.filter(({ isDecisive, isGoal }) => isDecisive || isGoal);
  if (decisive.length === 0) return [];
  const title = `Signals of ${deployment.title} in ${name}`;
  const chart = changeChart(
    `${title}: changes`,
    decisive.map(({ title: signal, change }) => ({ name: signal, change })),
  );
  return [
    {
      kind: "table",
      caption: `${title}, with intervals`,
      columns: ["Signal", "Before the fix", "After the fix", "Change", "Verdict"],
      rows: decisive.map(signalRow),
    },
    ...(chart === null ? [] : [chart]),
  ];
}

function signalRow(signal: ValidatedSignal): string[] {
  const { title, before, after, change, verdict, unit, displayUnit } = signal;
  const units = { unit, displayUnit, currency: null };
  return [
    title,
    estimateText(before, units),
    estimateText(after, units),
    change === null ? "–" : changeText(change),
    verdictTitles[verdict],
  ];
}
