// Captures a baseline at once. The background job of the server may capture it at the same time, and the first document is stored.
import { baselineContract, baselinesContract, captureBaselineContract } from "@/lib/contracts/baselines";
import type { TimeWindow } from "@/lib/model/time-window";
import { systemPrincipal } from "@/lib/server/principal";
import { getBaseline } from "@/lib/services/baselines/get-baseline";
import { listBaselines } from "@/lib/services/baselines/list-baselines";
import { requestCapture } from "@/lib/services/baselines/request-capture";
import { captureBaseline } from "@/lib/services/captures/capture-baseline";
import { ScenarioError } from "../scenario";
import type { EndpointCaller } from "./call-endpoint";

interface CaptureInput {
  readonly deployment: string;
  readonly name: string;
  readonly window: TimeWindow;
}

/** Returns the captured baseline. Throws `ScenarioError` with the reason if the window cannot be captured. */
export async function captureAtOnce(call: EndpointCaller, { deployment, name, window }: CaptureInput) {
  const { startMs, endMs } = window;
  const { baselines } = await call(baselinesContract, listBaselines, { query: { deployment } });
  const body = { deployment, name: chooseName(name, baselines), from: String(startMs), to: String(endMs) };
  const { baseline: requested } = await call(captureBaselineContract, requestCapture, { body });
  await captureBaseline(systemPrincipal, requested.id);
  const { baseline } = await call(baselineContract, getBaseline, { params: { baselineId: requested.id } });
  if (baseline.state !== "ready")
    throw new ScenarioError(
      `the baseline “${name}” is not captured: ${baseline.message ?? baseline.state}`,
      "wait until the demo prints “history: all days are shown”, then repeat the command",
    );
  return baseline;
}

/** A scenario can run several times, and names are unique within a deployment. */
function chooseName(name: string, present: readonly { readonly name: string }[]): string {
  const names = new Set(present.map((one) => one.name));
  const isFree = (candidate: string): boolean => !names.has(candidate);
  const numbered = Array.from({ length: present.length + 1 }, (_, index) => `${name} ${index + 2}`);
  return [name, ...numbered].find(isFree) ?? name;
}
