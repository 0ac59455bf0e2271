// The investigation with a running experiment: both hosts of assist-8b serve live traffic, and none of them is faster.
import { openInvestigationContract } from "@/lib/contracts/investigations/investigations";
import { demoEditor } from "@/lib/model/person";
import { allSources } from "@/lib/model/sources/source-scope";
import { openInvestigation } from "@/lib/services/investigations/open-investigation";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { unfinishedTag } from "../investigations/find-investigation";
import { InvestigationWriter } from "../investigations/investigation-writer";
import { ScenarioError } from "../scenario";
import type { EndpointCaller } from "../writing/call-endpoint";
import { captureAtOnce } from "../writing/capture";
import type { DemoCallers } from "../writing/demo-callers";
import { startExperiment, type NewExperiment } from "./experiment-writer";

export const hostInvestigationTag = "host-comparison";

const deployment = "assist-8b";
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const noSymptom = "This is a planned check without a symptom.";

/** Writes the investigation and starts its experiment. Returns its number. Throws `ScenarioError` and AppError. */
export async function writeHostInvestigation(
  { editor }: DemoCallers,
  scenarioStartMs: number,
): Promise<number> {
  const { investigation } = await editor(openInvestigationContract, openInvestigation, {
    body: {
      title: `Are first tokens of ${deployment} equally fast on both of its hosts?`,
      severity: 4,
      deployments: [deployment],
      tags: ["capacity", hostInvestigationTag, unfinishedTag],
      ownerId: demoEditor.id,
    },
  });
  const { number } = investigation;
  const writer = new InvestigationWriter(editor, number);
  await writeBaseline(editor, writer, scenarioStartMs);
  for (const step of ["identify-symptoms", "collect-data", "form-hypotheses", "reproduce"] as const)
    await writer.skipStep(step, noSymptom);
  await writer.changeState("triage", "active");
  await writer.goTo("define-baseline", "optimise");
  await writer.comment(
    `The load of ${deployment} grows each day, so a third host is planned. Before that, X1 compares its two hosts.`,
  );
  await startExperiment(editor, number, await planExperiment());
  await writer.edit({ tags: ["capacity", hostInvestigationTag] });
  return number;
}

/** Captures the last complete hour before the first start of the demo. */
async function writeBaseline(
  call: EndpointCaller,
  writer: InvestigationWriter,
  scenarioStartMs: number,
): Promise<void> {
  const endMs = Math.floor(scenarioStartMs / minuteMs) * minuteMs;
  const window = { startMs: endMs - hourMs, endMs };
  const { id } = await captureAtOnce(call, { deployment, name: `${deployment} with two hosts`, window });
  await writer.edit({ baselineId: id });
  await writer.keep({
    title: `Requests of ${deployment} in the two weeks before`,
    question: {
      endpoint: "signals",
      panel: "requests",
      v: 1,
      signals: ["requests"],
      statistics: ["rate"],
      scope: { deployment },
      window: { startMs: endMs - 14 * 24 * hourMs, endMs },
    },
    steps: ["define-baseline"],
  });
}

/** The arms are the two instances at the same time, so their load is equal. */
async function planExperiment(): Promise<NewExperiment> {
  const { instances } = await resolveDeployment(deployment, allSources);
  const [first, second] = instances.toSorted();
  if (first === undefined || second === undefined)
    throw new ScenarioError(
      `${deployment} has ${instances.length} of its two instances`,
      "wait until the demo prints “history: all days are shown”, then repeat the command",
    );
  const createArm = (value: string) => ({
    name: value,
    deployment,
    selector: { label: "instance", value },
  });
  return {
    kind: "ab",
    factor: { path: "host", from: first, to: second },
    arms: [
      { role: "reference", ...createArm(first) },
      { role: "changed", ...createArm(second) },
    ],
    measures: {
      primary: { signal: "ttft", statistic: "mean" },
      guards: [
        { signal: "errors", statistic: "ratio-to-requests" },
        { signal: "tpot", statistic: "mean" },
      ],
    },
    rollbackPlan: "Nothing is changed. Both hosts stay in service.",
  };
}
