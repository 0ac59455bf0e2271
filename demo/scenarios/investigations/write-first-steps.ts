// Steps 1 to 3 of the slow release: baseline, scope and data, with the evidence for each.
import { dataCheckContract } from "@/lib/contracts/data-check";
import { formatNumber, formatWithUnit } from "@/lib/format/number";
import { describeSignalCounts } from "@/lib/sentences/signals/data-check-text";
import { signalPhrase } from "@/lib/sentences/signals/signal-phrase";
import { checkData } from "@/lib/services/data-check/check-data";
import { estimateIntervalText } from "@/lib/sentences/comparisons/statistic-text";
import type { EndpointCaller } from "../writing/call-endpoint";
import type { InvestigationWriter } from "./investigation-writer";
import { listValues, toQuestion } from "./compare-windows";
import { createWindowAroundDeploy, releaseDeployment, type ReleaseDates } from "./release-dates";
import type { ReleaseFacts } from "./release-facts";
import { createSlowRequestsQuestion, readSlowRequests } from "./slow-requests";

export interface InvestigationText {
  readonly dates: ReleaseDates;
  readonly facts: ReleaseFacts;
}

interface FirstSteps extends InvestigationText {
  readonly call: EndpointCaller;
}

/** Writes and finishes steps 1 to 3. Throws AppError. */
export async function writeFirstSteps(writer: InvestigationWriter, text: FirstSteps): Promise<void> {
  await writeBaseline(writer, text);
  await writeScope(writer, text);
  await writeData(writer, text);
}

async function writeBaseline(
  writer: InvestigationWriter,
  { facts: { tpot, day } }: InvestigationText,
): Promise<void> {
  const { row, before, after } = tpot;
  const valueOf = (side: typeof before): string =>
    `${formatWithUnit(side.value, row.unit, row.displayUnit)} (95 % interval ${estimateIntervalText(side, row)}, n = ${formatNumber(Math.round(side.n))})`;
  await writer.keep({
    title: `First day of the release compared with the week before`,
    question: toQuestion(day),
    steps: ["define-baseline", "identify-symptoms"],
  });
  const text = `Mean TPOT of the first day of the release: ${valueOf(after)}. The same day of the week before: ${valueOf(before)}.`;
  await writer.saveStep("define-baseline", { "present-value": text }, ["limits-listed", "normal-operation"]);
  await writer.finishStep("define-baseline");
  await writer.goTo("define-baseline", "identify-symptoms");
}

async function writeScope(
  writer: InvestigationWriter,
  { dates, facts: { day } }: InvestigationText,
): Promise<void> {
  await writer.keep({
    title: `TPOT of ${releaseDeployment}, 12 h before and after the deploy`,
    question: {
      endpoint: "signals",
      panel: "tpot",
      v: 1,
      signals: ["tpot"],
      statistics: ["p50", "p90", "p95", "p99", "mean"],
      scope: { deployment: releaseDeployment },
      window: createWindowAroundDeploy(dates),
    },
    steps: ["identify-symptoms"],
  });
  const worse = listValues(day, "worse");
  const same = listValues(day, "same");
  const answers = {
    symptom: day.sentence,
    scope: [...labelled("Worse", worse), ...labelled("Not affected", same)].join("\n"),
    layer: "compute",
  };
  await writer.saveStep("identify-symptoms", answers, ["compute-checked"]);
  await writer.finishStep("identify-symptoms");
  await writer.goTo("identify-symptoms", "collect-data");
}

function labelled(label: string, lines: readonly string[]): readonly string[] {
  return lines.map((line) => `${label}: ${line}`);
}

async function writeData(writer: InvestigationWriter, { call }: FirstSteps): Promise<void> {
  const check = await call(dataCheckContract, checkData, { query: { deployment: releaseDeployment } });
  const gaps = check.rows.flatMap(({ signal, howToEnable }) =>
    howToEnable === null ? [] : [`${signalPhrase(signal)}: ${howToEnable}`],
  );
  const { investigation } = await writer.read();
  const slow = await readSlowRequests(call, investigation.number);
  if (slow.window !== null)
    await writer.keep({
      title: `Slow requests of ${releaseDeployment} compared with the others`,
      question: createSlowRequestsQuestion(slow.window),
      steps: ["collect-data"],
    });
  const answers = {
    measured: `Metrics, by the data check: ${describeSignalCounts(check).first}`,
    gaps: gaps.join("\n"),
    sampling: slow.text === "" ? "" : `Traces: ${slow.text}`,
  };
  await writer.saveStep("collect-data", answers, []);
  await writer.finishStep("collect-data");
  await writer.goTo("collect-data", "form-hypotheses");
}
