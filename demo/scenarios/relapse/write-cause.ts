// Steps 1 to 5 of the shared hosts: the symptom, the hypotheses, and the evidence for and against them.
import { formatWithUnit } from "@/lib/format/number";
import { loadLines } from "@/lib/sentences/comparisons/load-text";
import { listValues, toQuestion } from "../investigations/compare-windows";
import type { InvestigationWriter } from "../investigations/investigation-writer";
import { runAtTime } from "../writing/at-time";
import { incidentDeployment, type Incident } from "./incidents";

const minuteMs = 60_000;

/** Writes and finishes steps 1 to 5 of round 1. Throws AppError. */
export async function writeCause(writer: InvestigationWriter, incident: Incident): Promise<void> {
  const { deployMs, comparison } = incident;
  const load = comparison.result === null ? [] : loadLines(comparison.result.load);
  const bandwidth = await runAtTime(deployMs + 2 * minuteMs, () => writeSymptom(writer, incident));
  await runAtTime(deployMs + 15 * minuteMs, async () => {
    await writer.addNote({
      kind: "note",
      title: `The incident of ${incidentDeployment} compared with the hours before`,
      text: [comparison.sentence, ...load].join("\n"),
      steps: ["form-hypotheses"],
      hypotheses: [{ hypothesisId: bandwidth, direction: "for", weight: "strong" }],
    });
    await writer.decideHypothesis(bandwidth, "supported");
    const analysis = listValues(incident.comparison, "worse").join("\n");
    await writer.saveStep("form-hypotheses", { analysis }, ["changes-checked", "rival-hypothesis"]);
    await writer.finishStep("form-hypotheses");
    await writer.skipStep(
      "reproduce",
      "A test needs another tenant on the hosts, and production shows the symptom.",
    );
    await writer.goTo("form-hypotheses", "optimise");
  });
}

/** Returns the id of the hypothesis about the memory bandwidth. */
async function writeSymptom(writer: InvestigationWriter, { comparison, tpot }: Incident): Promise<string> {
  const { row, before } = tpot;
  const present = `Mean TPOT before the incident: ${formatWithUnit(before.value, row.unit, row.displayUnit)}.`;
  await writer.saveStep("define-baseline", { "present-value": present }, [
    "limits-listed",
    "normal-operation",
  ]);
  await writer.finishStep("define-baseline");
  await writer.goTo("define-baseline", "identify-symptoms");
  const scope = [`All instances of ${incidentDeployment}.`, ...listValues(comparison, "worse")].join("\n");
  const symptom = { symptom: comparison.sentence, scope, layer: "compute" };
  await writer.saveStep("identify-symptoms", symptom, ["data-loading-checked", "compute-checked"]);
  await writer.finishStep("identify-symptoms");
  await writer.goTo("identify-symptoms", "collect-data");
  await writer.saveStep("collect-data", { measured: "Metrics of the engine and of the GPUs." }, [
    "shared-time",
  ]);
  await writer.finishStep("collect-data");
  await writer.goTo("collect-data", "form-hypotheses");
  const bandwidth = await writer.addHypothesis({
    statement: "Another tenant of the hosts uses memory bandwidth of the GPUs.",
    layer: "infrastructure",
    causeClass: "Neighbour",
    effect: {
      signal: "tpot",
      statistic: "mean",
      direction: "lower",
      amountRatio: Number((1 - before.value / tpot.after.value).toPrecision(2)),
    },
  });
  await writer.addHypothesis({
    statement: "More or longer requests make the batches larger.",
    layer: "application",
    causeClass: "Traffic",
  });
  return bandwidth;
}

/**
 * Keeps the data of the incident. The server reads them within minutes, so they have the present time and belong to the last
 * round. Evidence cannot be linked to the hypotheses of an earlier round.
 */
export async function storeIncidentData(
  writer: InvestigationWriter,
  { comparison, before, after }: Incident,
): Promise<void> {
  await writer.keep({
    title: `Data of the incident of ${incidentDeployment} and of the hours before`,
    question: toQuestion(comparison),
    text: comparison.sentence,
    steps: ["validate"],
  });
  await writer.keep({
    title: `TPOT of ${incidentDeployment} before, during and after the incident`,
    question: {
      endpoint: "signals",
      panel: "tpot",
      v: 1,
      signals: ["tpot"],
      statistics: ["p50", "p90", "p95", "p99", "mean"],
      scope: { deployment: incidentDeployment },
      window: { startMs: before.startMs, endMs: after.endMs },
    },
    steps: ["validate"],
  });
}
