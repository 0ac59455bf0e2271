/** Measures the arms of an experiment: the blocks of their windows, their load, and their environment in each window. */
import { assertPresent } from "@/lib/base/assert";
import { pickArmBlocks } from "@/lib/analysis/experiments/arm-blocks";
import type { MeasuredArm } from "@/lib/analysis/experiments/judge-experiment";
import { describeLoad } from "@/lib/analysis/baselines/describe-load";
import type { Environment } from "@/lib/model/baseline/environment";
import type { MeasuredBlocks } from "@/lib/model/baseline/measured-blocks";
import type { DeploymentFacts } from "@/lib/model/deployment/deployment-facts";
import type { ExperimentArm, ExperimentPlan } from "@/lib/model/investigation/experiments/experiment";
import type { Scope } from "@/lib/model/question";
import type { SignalId } from "@/lib/model/signals/signals";
import type { TimeWindow } from "@/lib/model/time-window";
import type { Reader } from "@/lib/server/principal";
import { readBlocks, type BlocksResult } from "@/lib/services/baselines/read-blocks";
import { describeEnvironment, readEnvironmentRecords } from "@/lib/services/baselines/read-environment";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { readDeploymentFacts } from "@/lib/services/events/read-deployment-facts";

/** Signals that describe the load, and the requests of ratios. */
const loadSignals: readonly SignalId[] = [
  "requests",
  "prompt-tokens",
  "output-tokens",
  "prompt-length",
  "output-length",
];

export interface ArmsRequest {
  readonly plan: ExperimentPlan;
  readonly nowMs: number;
  readonly reader: Reader;
  readonly signal: AbortSignal;
}

type MissingReason = Extract<BlocksResult, { kind: "cannot-tell" }>["reason"];

export type ArmsOutcome =
  | { readonly kind: "measured"; readonly reference: MeasuredArm; readonly changed: MeasuredArm }
  | { readonly kind: "missing"; readonly arm: string; readonly reason: MissingReason };

interface OpenedArm {
  readonly arm: ExperimentArm;
  readonly deployment: KnownDeployment;
  readonly scope: Scope;
  /** Windows that have begun; one without an end, ends now. */
  readonly windows: readonly TimeWindow[];
}

/** Throws not-found, errors of the source, and database-unavailable. */
export async function readArms(request: ArmsRequest): Promise<ArmsOutcome> {
  const { plan, nowMs, reader } = request;
  const opened = await Promise.all(plan.arms.map((arm) => openArm(arm, { nowMs, reader })));
  const empty = opened.find(({ windows }) => windows.length === 0);
  if (empty !== undefined) return { kind: "missing", arm: empty.arm.name, reason: { kind: "no-samples" } };
  const found = await readBoth(opened, request);
  const measured: MeasuredArm[] = [];
  for (const [index, blocks] of found.entries()) {
    const one = opened[index];
    if (one === undefined) continue;
    if (blocks.kind === "cannot-tell") return { kind: "missing", arm: one.arm.name, reason: blocks.reason };
    measured.push(await measureArm(one, blocks.blocks, plan.factor.path));
  }
  const [reference, changed] = measured;
  return {
    kind: "measured",
    reference: assertPresent(reference, "the reference arm was measured"),
    changed: assertPresent(changed, "the changed arm was measured"),
  };
}

async function openArm(
  arm: ExperimentArm,
  { nowMs, reader }: Pick<ArmsRequest, "nowMs" | "reader">,
): Promise<OpenedArm> {
  const deployment = await resolveDeployment(arm.deployment, reader.sourceScope);
  const windows = arm.windows
    .map(({ startMs, endMs }) => ({ startMs, endMs: Math.min(endMs ?? nowMs, nowMs) }))
    .filter(({ startMs, endMs }) => startMs < endMs);
  const scope: Scope = {
    deployment: deployment.slug,
    ...(arm.selector === null ? {} : { labels: { [arm.selector.label]: arm.selector.value } }),
  };
  return { arm, deployment, scope, windows };
}

/** Reads both arms in blocks of the same length. */
async function readBoth(
  opened: readonly OpenedArm[],
  { plan, signal }: ArmsRequest,
): Promise<readonly BlocksResult[]> {
  const { primary, guards } = plan.measures;
  const signals = [...new Set([...loadSignals, primary.signal, ...guards.map((guard) => guard.signal)])];
  const read = (minBlockMs: number) =>
    Promise.all(
      opened.map(({ deployment, scope, windows }) =>
        readBlocks({ deployment, scope, window: envelopeOf(windows), signals, minBlockMs, signal }),
      ),
    );
  const found = await read(0);
  const lengths = found.map((one) => (one.kind === "blocks" ? one.blocks.blockMs : 0));
  return new Set(lengths).size === 1 || lengths.includes(0) ? found : read(Math.max(...lengths));
}

/** Returns the time from the first window to the last one. */
function envelopeOf(windows: readonly TimeWindow[]): TimeWindow {
  return {
    startMs: Math.min(...windows.map(({ startMs }) => startMs)),
    endMs: Math.max(...windows.map(({ endMs }) => endMs)),
  };
}

async function measureArm(opened: OpenedArm, full: MeasuredBlocks, factorPath: string): Promise<MeasuredArm> {
  const blocks = pickArmBlocks(full, opened.windows);
  const described = await Promise.all(opened.windows.map((window) => describeWindow(opened, full, window)));
  const instanceCount = described.at(-1)?.facts?.instances ?? null;
  return {
    blocks,
    load: describeLoad(blocks, { instanceCount, entered: {} }),
    environments: described.map(({ environment }) =>
      opened.arm.selector === null ? environment : limitToArm(environment, factorPath),
    ),
  };
}

interface DescribedWindow {
  readonly facts: DeploymentFacts | undefined;
  readonly environment: Environment;
}

async function describeWindow(
  { deployment, scope }: OpenedArm,
  full: MeasuredBlocks,
  window: TimeWindow,
): Promise<DescribedWindow> {
  // The window is half-open: a change at its end belongs to the next window.
  const atMs = window.endMs - 1;
  const [facts, records] = await Promise.all([
    readDeploymentFacts(deployment, atMs, scope),
    readEnvironmentRecords(deployment, atMs),
  ]);
  const measured = pickArmBlocks(full, [window]);
  const environment = describeEnvironment(records, { deployment, atMs, facts, measured });
  return { facts, environment };
}

/**
 * Removes the factor unless it is from the metrics of the selected instances. Events, the file and the roofline setting
 * describe the complete deployment, so they cannot state in which of its instances the factor differs.
 */
function limitToArm(environment: Environment, factorPath: string): Environment {
  const entries = Object.entries(environment);
  return Object.fromEntries(
    entries.filter(([path, { origin }]) => path !== factorPath || origin === "info-metric"),
  );
}
