// The investigation half way: the slow release of code-32b in the demo's history, at step 4 of round 1.
import { openInvestigationContract } from "@/lib/contracts/investigations/investigations";
import { demoAdmin, demoEditor } from "@/lib/model/person";
import { openInvestigation } from "@/lib/services/investigations/open-investigation";
import { attachReport } from "./attach-report";
import { runAtTime } from "../writing/at-time";
import { captureAtOnce } from "../writing/capture";
import type { DemoCallers } from "../writing/demo-callers";
import { InvestigationWriter } from "./investigation-writer";
import { shiftToWeekBefore } from "./compare-windows";
import { unfinishedTag } from "./find-investigation";
import { readReleaseDates, releaseDeployment, type ReleaseDates } from "./release-dates";
import { createCompareLink, readReleaseFacts, type ReleaseFacts } from "./release-facts";
import { writeAnalysis } from "./write-analysis";
import { writeFirstSteps } from "./write-first-steps";

export const releaseInvestigationTag = "slow-release";

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** The slowest mean that the team accepts, relative to the baseline. */
const acceptedRatio = 1.05;

/** Writes the investigation, and returns its number. Throws `ScenarioError` if the release is not slower, and AppError. */
export async function writeReleaseInvestigation(
  callers: DemoCallers,
  scenarioStartMs: number,
): Promise<number> {
  const { editor, admin } = callers;
  const dates = await readReleaseDates(editor, scenarioStartMs);
  const facts = await readReleaseFacts(editor, dates);
  const number = await openReleaseInvestigation(callers, dates, facts);
  const byEditor = new InvestigationWriter(editor, number);
  const byAdmin = byEditor.withCaller(admin);
  await confirm(byAdmin, dates, facts);
  await setGoal(callers, byEditor, dates, facts);
  await writeFirstSteps(byEditor, { call: editor, dates, facts });
  await writeAnalysis(byEditor, { dates, facts });
  await attachReport(byEditor, editor, facts.day);
  await byAdmin.comment(
    `@${demoEditor.name} ${facts.isLoadEqual ? "The load contradicts H2. " : ""}The comparison supports H1. Step 5 needs a test that shows the difference without production traffic.`,
    [demoEditor.id],
  );
  await byEditor.edit({ tags: ["regression", releaseInvestigationTag] });
  return number;
}

/** Opens the investigation a few minutes after the first hours of the release. */
function openReleaseInvestigation(
  { editor }: DemoCallers,
  dates: ReleaseDates,
  { first }: ReleaseFacts,
): Promise<number> {
  const detectedMs = dates.firstHours.endMs;
  return runAtTime(detectedMs + 10 * minuteMs, async () => {
    const body = {
      title: `Output tokens of ${releaseDeployment} are slower since the last release`,
      severity: 2,
      deployments: [releaseDeployment],
      tags: ["regression", releaseInvestigationTag, unfinishedTag],
      opening: { kind: "comparison", path: createCompareLink(first) },
      startedAtMs: dates.deployMs,
      detectedAtMs: detectedMs,
      ownerId: demoEditor.id,
    } as const;
    const { investigation } = await editor(openInvestigationContract, openInvestigation, { body });
    const writer = new InvestigationWriter(editor, investigation.number);
    await writer.addParticipant(demoAdmin.id);
    await writer.addPinnedEntry(`${dates.title} was deployed.`, dates.deployMs);
    const text = `@${demoAdmin.name} The first 3 h of the release, compared with the same hours of the week before: ${first.sentence}`;
    await writer.comment(text, [demoAdmin.id]);
    return investigation.number;
  });
}

/** Confirms the symptom with the first complete day of the release. */
function confirm(
  byAdmin: InvestigationWriter,
  { firstDay }: ReleaseDates,
  { day, load }: ReleaseFacts,
): Promise<void> {
  return runAtTime(firstDay.endMs + 15 * minuteMs, async () => {
    const lines = load.map((line) => `- ${line}`).join("\n");
    await byAdmin.comment(`After the first day of the release: ${day.sentence}\n\n${lines}`);
    await byAdmin.changeState("triage", "active");
  });
}

/** Captures the day of the week before as the baseline, and sets the goal that follows from it. */
async function setGoal(
  { editor }: DemoCallers,
  writer: InvestigationWriter,
  { firstDay }: ReleaseDates,
  { tpot }: ReleaseFacts,
): Promise<void> {
  const name = `${releaseDeployment} before the release`;
  const baseline = await captureAtOnce(editor, {
    deployment: releaseDeployment,
    name,
    window: shiftToWeekBefore(firstDay),
  });
  await writer.edit({
    baselineId: baseline.id,
    goal: {
      kind: "at-most",
      signal: "tpot",
      statistic: "mean",
      value: Number((tpot.before.value * acceptedRatio).toPrecision(3)),
    },
    conditions: [
      { kind: "signal", signal: "ttft", statistic: "mean", maxWorseningRatio: 0.1 },
      { kind: "signal", signal: "errors", statistic: "ratio-to-requests", maxWorseningRatio: 0.1 },
    ],
    dueOn: new Date(Date.now() + 5 * dayMs).toISOString().slice(0, 10),
  });
}
