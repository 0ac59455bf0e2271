// Step 6 and 7 of one round: the experiment on the fix, its approval by another person, the deploy, the stored validation,
// and the goal check.
import { storeValidationContract } from "@/lib/contracts/investigations/validations";
import { storeValidation } from "@/lib/services/investigations/validation/store-validation";
import { adoptChange, approveChange, startExperiment } from "../experiments/experiment-writer";
import { InvestigationWriter } from "../investigations/investigation-writer";
import { ScenarioError } from "../scenario";
import { runAtTime } from "../writing/at-time";
import type { DemoCallers } from "../writing/demo-callers";
import { incidentDeployment, type Incident } from "./incidents";

const minuteMs = 60_000;

/** Throws `ScenarioError` if the experiment is not better, and AppError, for example if the goal is not met. */
export async function proveFix(
  { editor, admin }: DemoCallers,
  investigationNumber: number,
  incident: Incident,
): Promise<void> {
  const { deployMs, after, deployEventId } = incident;
  const writer = new InvestigationWriter(editor, investigationNumber);
  const experimentId = await runAtTime(after.startMs + 10 * minuteMs, () =>
    startExperiment(editor, investigationNumber, planExperiment(incident)),
  );
  const started = { investigationNumber, experimentId };
  const result = await runAtTime(after.endMs, () =>
    adoptChange(editor, started, "Output tokens are as fast as before the incident."),
  );
  if (result?.verdict !== "better")
    throw new ScenarioError(
      `the experiment on ${incidentDeployment} is not better: ${result?.sentence ?? "no result"}`,
      "wait until the demo prints “history: all days are shown”, then repeat the command",
    );
  await runAtTime(after.endMs + 5 * minuteMs, async () => {
    await approveChange(admin, started);
    await writer.saveStep("optimise", {}, ["one-factor", "limits-checked"]);
    await writer.finishStep("optimise");
    await writer.goTo("optimise", "validate");
    await writer.changeState("active", "fix-deployed", deployEventId);
  });
  const { during } = incident;
  await runAtTime(after.endMs + 8 * minuteMs, () =>
    editor(storeValidationContract, storeValidation, {
      params: { number: String(investigationNumber) },
      body: { before: { from: String(during.startMs), to: String(during.endMs) } },
    }),
  );
  await runAtTime(after.endMs + 10 * minuteMs, async () => {
    const deployedAt = new Date(deployMs).toISOString().slice(0, 16).replace("T", " ");
    const deployment = `${incidentDeployment} moved to other hosts, ${deployedAt} UTC`;
    const answers = { deployment, observation: result.sentence };
    await writer.saveStep("validate", answers, ["usual-load"]);
    await writer.finishStep("validate");
    await writer.changeState("fix-deployed", "resolved");
  });
}

/** The arms are the incident, and the time from the same hour of the day after the deploy, which has equal load. */
function planExperiment({ during, after }: Incident) {
  const arm = { deployment: incidentDeployment };
  return {
    kind: "config-change",
    factor: { path: "placement", from: "shared hosts", to: "other hosts" },
    arms: [
      { role: "reference", name: "During the incident", ...arm, windows: [during] },
      {
        role: "changed",
        name: "After the move",
        ...arm,
        windows: [{ startMs: after.startMs, endMs: null }],
      },
    ],
    measures: {
      primary: { signal: "tpot", statistic: "mean" },
      guards: [
        { signal: "errors", statistic: "ratio-to-requests" },
        { signal: "ttft", statistic: "mean" },
      ],
      plannedBlocks: 60,
    },
    rollbackPlan: "Move the instances back to the former hosts. It takes 10 min.",
  } as const;
}
