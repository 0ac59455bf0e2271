// The resolved investigation: the hosts of search-30b were shared. The symptom returned after the first fix, so the watch of
// the fix started round 2, which ended with its goal met. Its case study is published.
import { openInvestigationContract } from "@/lib/contracts/investigations/investigations";
import { demoAdmin, demoEditor } from "@/lib/model/person";
import { openInvestigation } from "@/lib/services/investigations/open-investigation";
import {
  evaluateDueWindows,
  runWithWatchesLocked,
} from "@/lib/services/investigations/validation/watch/evaluate-watches";
import { unfinishedTag } from "../investigations/find-investigation";
import { InvestigationWriter } from "../investigations/investigation-writer";
import { ScenarioError } from "../scenario";
import { runAtTime } from "../writing/at-time";
import { captureAtOnce } from "../writing/capture";
import type { DemoCallers } from "../writing/demo-callers";
import { incidentDeployment, readIncidents, type Incident } from "./incidents";
import { proveFix } from "./prove-fix";
import { publishCaseStudy } from "./publish-case-study";
import { storeIncidentData, writeCause } from "./write-cause";

export const relapseInvestigationTag = "shared-hosts";

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** Time from the end of a watched window to its evaluation, which waits for the longest extension of the window. */
const watchDelayMs = 45 * minuteMs;
const watchLimitMs = minuteMs;
/** The slowest mean that the team accepts, relative to the time before the first incident. */
const acceptedRatio = 1.25;
const sameCause = "The symptom and the hosts are the same as in round 1.";

/** Writes the investigation, and returns its number. Throws `ScenarioError` if an incident is not measured, and AppError. */
export async function writeRelapseInvestigation(
  callers: DemoCallers,
  scenarioStartMs: number,
): Promise<number> {
  const { editor, admin } = callers;
  const [first, second] = await readIncidents(editor, scenarioStartMs);
  const number = await openRelapseInvestigation(callers, first);
  const writer = new InvestigationWriter(editor, number);
  await setGoal(callers, writer, first);
  await writeCause(writer, first);
  // The job of the application would evaluate all days of the history at the present time.
  await runWithWatchesLocked(async () => {
    await proveFix(callers, number, first);
    await evaluateWatchDaily(writer, first, second);
  });
  await continueRound2(writer, second);
  await proveFix(callers, number, second);
  await runAtTime(second.after.endMs + 20 * minuteMs, () =>
    writer
      .withCaller(admin)
      .comment("The hosts are shared whenever the cluster is full. Reserve the hosts of this deployment."),
  );
  await runAtTime(second.after.endMs + 30 * minuteMs, () => publishCaseStudy(editor, number));
  await storeIncidentData(writer, first);
  await writer.edit({ tags: ["neighbour", relapseInvestigationTag] });
  return number;
}

function openRelapseInvestigation({ editor }: DemoCallers, { startMs, deployMs }: Incident): Promise<number> {
  return runAtTime(deployMs - 40 * minuteMs, async () => {
    const body = {
      title: `Output tokens of ${incidentDeployment} are slow in the afternoon`,
      severity: 2,
      deployments: [incidentDeployment],
      tags: ["neighbour", relapseInvestigationTag, unfinishedTag],
      startedAtMs: startMs,
      detectedAtMs: deployMs - 45 * minuteMs,
      ownerId: demoEditor.id,
    } as const;
    const { investigation } = await editor(openInvestigationContract, openInvestigation, { body });
    const writer = new InvestigationWriter(editor, investigation.number);
    await writer.addParticipant(demoAdmin.id);
    await writer.changeState("triage", "active");
    return investigation.number;
  });
}

/** Captures the time before the first incident as the baseline, and sets the goal that follows from it. */
async function setGoal(
  { editor }: DemoCallers,
  writer: InvestigationWriter,
  { before, deployMs, tpot }: Incident,
): Promise<void> {
  const name = `${incidentDeployment} before the incident`;
  const baseline = await captureAtOnce(editor, { deployment: incidentDeployment, name, window: before });
  const value = Number((tpot.before.value * acceptedRatio).toPrecision(3));
  await runAtTime(deployMs - 30 * minuteMs, () =>
    writer.edit({
      baselineId: baseline.id,
      goal: { kind: "at-most", signal: "tpot", statistic: "mean", value },
    }),
  );
}

/**
 * Evaluates the watch of round 1 on each day, as its job does, until it starts round 2. Throws `ScenarioError` if it
 * does not.
 */
async function evaluateWatchDaily(
  writer: InvestigationWriter,
  first: Incident,
  second: Incident,
): Promise<void> {
  for (let atMs = first.after.endMs + dayMs + watchDelayMs; atMs < second.deployMs; atMs += dayMs)
    await runAtTime(atMs, () => evaluateDueWindows(AbortSignal.timeout(watchLimitMs)));
  const { investigation } = await writer.read();
  if (investigation.round !== 2)
    throw new ScenarioError(
      `the watch of ${incidentDeployment} did not start round 2`,
      "start a demo in a new data folder: RIDGEPOINT_DATA=<folder> npm run demo",
    );
}

/** Round 2 begins at step 2. */
function continueRound2(writer: InvestigationWriter, { deployMs, comparison }: Incident): Promise<void> {
  return runAtTime(deployMs - 30 * minuteMs, async () => {
    await writer.saveStep(
      "identify-symptoms",
      { symptom: comparison.sentence, scope: `All instances of ${incidentDeployment}.`, layer: "compute" },
      ["compute-checked"],
    );
    await writer.finishStep("identify-symptoms");
    for (const step of ["collect-data", "form-hypotheses", "reproduce"] as const)
      await writer.skipStep(step, sameCause);
    await writer.goTo("identify-symptoms", "optimise");
  });
}
