// The investigation that was just opened: from a gate run that compares chat-70b with an hour before its fault.
import { setDefaultBaselineContract } from "@/lib/contracts/baselines";
import { createGateContract, gateContract, type GateResponse } from "@/lib/contracts/gates";
import { openInvestigationContract } from "@/lib/contracts/investigations/investigations";
import { demoEditor } from "@/lib/model/person";
import { setDefaultBaseline } from "@/lib/services/baselines/set-default";
import { createGate } from "@/lib/services/gates/create-gate";
import { evaluateGate } from "@/lib/services/gates/evaluate-gate";
import { getGate } from "@/lib/services/gates/get-gate";
import { openInvestigation } from "@/lib/services/investigations/open-investigation";
import { allSources } from "@/lib/model/sources/source-scope";
import { currentProblem } from "../../simulator/scenario";
import { ScenarioError } from "../scenario";
import type { EndpointCaller } from "../writing/call-endpoint";
import { captureAtOnce } from "../writing/capture";
import type { DemoCallers } from "../writing/demo-callers";
import { InvestigationWriter } from "./investigation-writer";
import { unfinishedTag } from "./find-investigation";

export const gateInvestigationTag = "failed-gate";

const { deployment } = currentProblem;
const minuteMs = 60_000;
const evaluationLimitMs = 50_000;
/** The hour before the release that caused the problem. */
const healthyUntilMs = currentProblem.beforeStartMs + currentProblem.afterReleaseMs + 18 * minuteMs;
const healthy = { fromMs: healthyUntilMs + 60 * minuteMs, toMs: healthyUntilMs };
const rules = ["ttft.mean=10%", "tpot.mean=10%", "errors=10%"];

/** Runs the gate, and opens the investigation from it. Returns its number. Throws `ScenarioError` if the gate passes. */
export async function openGateInvestigation(
  { editor }: DemoCallers,
  scenarioStartMs: number,
): Promise<number> {
  const run = await runGate(editor, scenarioStartMs);
  const { id, verdict, sentence, window } = run.gate;
  if (verdict !== "fail" && verdict !== "cannot-tell")
    throw new ScenarioError(
      `the gate of ${deployment} has the result: ${sentence}`,
      `turn the fault on: npm run demo -- fault ${deployment} kv-cache-squeezed on, then repeat the command after 30 min`,
    );
  const failure = verdict === "fail" ? "failed" : "has no verdict";
  const { investigation } = await editor(openInvestigationContract, openInvestigation, {
    body: {
      title: `${deployment}: gate against a healthy hour ${failure}`,
      severity: 2,
      deployments: [deployment],
      tags: [gateInvestigationTag, unfinishedTag],
      opening: { kind: "gate", path: `/gates/${id}` },
      detectedAtMs: window.endMs,
      ownerId: demoEditor.id,
    },
  });
  const writer = new InvestigationWriter(editor, investigation.number);
  await writer.keep({
    title: `Gate run of ${deployment}`,
    question: { endpoint: "gate", gateId: id },
    text: sentence,
    steps: ["define-baseline"],
  });
  await writer.edit({ tags: [gateInvestigationTag] });
  return investigation.number;
}

/** Returns the complete run. */
async function runGate(call: EndpointCaller, scenarioStartMs: number): Promise<GateResponse> {
  const edge = Math.floor(scenarioStartMs / minuteMs) * minuteMs;
  const window = { startMs: edge - healthy.fromMs, endMs: edge - healthy.toMs };
  const baseline = await captureAtOnce(call, { deployment, name: `${deployment}, healthy hour`, window });
  await call(setDefaultBaselineContract, setDefaultBaseline, {
    params: { baselineId: baseline.id },
    body: { reason: "The last hour with usual load before release 2." },
  });
  const body = { deployment, baseline: baseline.id, window: "30m", rules };
  const run = await call(createGateContract, createGate, { body });
  if (run.gate.state === "complete") return run;
  // The request waits a limited time for a slow source.
  const reader = { role: "editor", teamIds: [], sourceScope: allSources } as const;
  await evaluateGate(run.gate.id, { reader, signal: AbortSignal.timeout(evaluationLimitMs) });
  return call(gateContract, getGate, { params: { gateId: run.gate.id } });
}
