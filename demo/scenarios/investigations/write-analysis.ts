// Step 4 of the slow release: competing hypotheses, and the evidence for and against them.
import { formatWithUnit } from "@/lib/format/number";
import type { TimeWindow } from "@/lib/model/time-window";
import { valueChangeText } from "@/lib/sentences/comparisons/statistic-text";
import type { InvestigationWriter } from "./investigation-writer";
import { listValues, toQuestion } from "./compare-windows";
import { createWindowAroundDeploy, releaseDeployment } from "./release-dates";
import type { InvestigationText } from "./write-first-steps";

/** Writes the hypotheses of step 4, which stays open. Throws AppError. */
export async function writeAnalysis(writer: InvestigationWriter, text: InvestigationText): Promise<void> {
  const { row, before, after } = text.facts.tpot;
  const release = await writer.addHypothesis({
    statement: `The release adds time to every decode step of ${releaseDeployment}.`,
    layer: "application",
    causeClass: "Release",
    effect: {
      signal: "tpot",
      statistic: "mean",
      direction: "lower",
      amountRatio: Number((1 - before.value / after.value).toPrecision(2)),
    },
  });
  const traffic = await writer.addHypothesis({
    statement: "More or longer requests make the batches larger.",
    layer: "application",
    causeClass: "Traffic",
  });
  const gpus = await writer.addHypothesis({
    statement: "The GPUs or their memory are slower since the deploy.",
    layer: "infrastructure",
    causeClass: "GPU",
  });
  await keepForRelease(writer, text, release);
  await keepAgainstTraffic(writer, text, traffic);
  await keepAgainstGpus(writer, text, gpus);
  await writer.keep({
    title: `Roofline of ${releaseDeployment} in the first hours of the release`,
    question: { endpoint: "roofline", deployment: releaseDeployment, window: text.dates.firstHours },
    steps: ["form-hypotheses"],
  });
  await writer.decideHypothesis(release, "supported");
  if (text.facts.isLoadEqual) await writer.decideHypothesis(traffic, "refuted");
  const added = formatWithUnit(after.value - before.value, row.unit, row.displayUnit);
  const answers = {
    analysis: [
      `The mean TPOT is ${added} higher since the deploy.${text.facts.isLoadEqual ? " The load is equal." : ""}`,
      ...listValues(text.facts.day, "worse"),
    ].join("\n"),
    "excluded-causes": text.facts.isLoadEqual ? `Traffic: ${text.facts.load.join(". ")}.` : "",
  };
  await writer.saveStep("form-hypotheses", answers, ["changes-checked", "rival-hypothesis"]);
}

async function keepForRelease(
  writer: InvestigationWriter,
  { dates, facts }: InvestigationText,
  hypothesisId: string,
) {
  await writer.keep({
    title: `First 3 h of the release compared with the week before`,
    question: toQuestion(facts.first),
    text: facts.first.sentence,
    steps: ["form-hypotheses"],
    hypotheses: [{ hypothesisId, direction: "for", weight: "strong" }],
  });
  await writer.keep({
    title: `ITL of ${releaseDeployment}, 12 h before and after the deploy`,
    question: createQuestion("itl", createWindowAroundDeploy(dates)),
    text: `${dates.title} was deployed in the middle of this window.`,
    steps: ["form-hypotheses"],
    hypotheses: [{ hypothesisId, direction: "for", weight: "moderate" }],
  });
}

async function keepAgainstTraffic(
  writer: InvestigationWriter,
  { dates, facts }: InvestigationText,
  hypothesisId: string,
) {
  const direction = facts.isLoadEqual ? "against" : "for";
  const [requests, prompts] = facts.load;
  await writer.keep({
    title: `Requests of ${releaseDeployment} on the first day of the release`,
    question: createQuestion("requests", dates.firstDay),
    text: requests ?? "",
    steps: ["form-hypotheses"],
    hypotheses: [{ hypothesisId, direction, weight: "strong" }],
  });
  await writer.keep({
    title: `Prompt length of ${releaseDeployment} on the first day of the release`,
    question: createQuestion("prompt-length", dates.firstDay),
    text: prompts ?? "",
    steps: ["form-hypotheses"],
    hypotheses: [{ hypothesisId, direction, weight: "strong" }],
  });
}

/** The clock excludes throttling, and not a slower memory, so the hypothesis stays open. */
async function keepAgainstGpus(
  writer: InvestigationWriter,
  { dates, facts }: InvestigationText,
  hypothesisId: string,
) {
  const clock = facts.day.result?.rows.find(({ signal }) => signal === "gpu-sm-clock");
  if (clock?.verdict !== "same") return;
  await writer.keep({
    title: `SM clock of ${releaseDeployment}, 12 h before and after the deploy`,
    question: createQuestion("gpu-clock", createWindowAroundDeploy(dates)),
    text: `SM clock ${valueChangeText(clock)} on the first day of the release.`,
    steps: ["form-hypotheses"],
    hypotheses: [{ hypothesisId, direction: "against", weight: "weak" }],
  });
}

const questions = {
  itl: { signal: "itl", statistics: ["p50", "p90", "p95", "p99", "mean"] },
  requests: { signal: "requests", statistics: ["rate"] },
  "prompt-length": { signal: "prompt-length", statistics: ["p50", "p90", "p95", "p99", "mean"] },
  "gpu-clock": { signal: "gpu-sm-clock", statistics: ["value"] },
} as const;

/** Returns the question of a panel of the Signals page. */
function createQuestion(panel: keyof typeof questions, window: TimeWindow) {
  const { signal, statistics } = questions[panel];
  const scope = { deployment: releaseDeployment };
  return { endpoint: "signals", panel, v: 1, signals: [signal], statistics, scope, window } as const;
}
