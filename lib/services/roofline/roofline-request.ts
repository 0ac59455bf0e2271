/** What a question about a deployment stands on: where its series are, its setting as it is now, and the pools that serve. */
import type { RooflinePageData } from "@/lib/contracts/roofline";
import type { RooflineSetting } from "@/lib/contracts/roofline-setting";
import { engineOf } from "@/lib/engines";
import { isLive, type TimeWindow, type WindowExpression } from "@/lib/model/time-window";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { missingPart } from "@/lib/services/signals/missing-part";
import type { ResolvedQuestion } from "@/lib/services/signals/read-queries";
import type { PoolNowFacts } from "./current-pool";
import type { NowInputs, PoolNowInputs } from "./read-inputs";
import { offeredAccelerators } from "./catalogue";
import { resolveSetting, type ResolvedSetting } from "./resolve-setting";
import type { RooflineConfig } from "./roofline-config";
import { nothingChosen } from "./setting-facts";
import { sentence, text, type WireSentence } from "../../sentences/roofline/sentence-parts";

export interface RooflineRequest {
  readonly deployment: KnownDeployment;
  readonly window: TimeWindow;
  readonly expression: WindowExpression;
  readonly model?: string | undefined;
  readonly instance?: string | undefined;
  readonly signal: AbortSignal;
}

export function resolveRequest({
  deployment,
  window,
  expression,
  model,
  instance,
  signal,
}: RooflineRequest): ResolvedQuestion {
  const scope = {
    deployment: deployment.slug,
    ...(model === undefined ? {} : { model }),
    ...(instance === undefined ? {} : { instance }),
  };
  return {
    place: { engine: engineOf(deployment), deployment, scope },
    sourceSlug: deployment.metricsSource,
    deploymentId: deployment.id,
    window,
    live: isLive(expression),
    firstSeenAtMs: deployment.firstSeenAtMs,
    missing: missingPart(scope, deployment),
    via: { signal, lane: `roofline ${deployment.slug} ${expression.from} ${expression.to}` },
  };
}

export function settingOf(
  { deployment }: Pick<RooflineRequest, "deployment">,
  { facts }: Pick<NowInputs, "facts">,
  book: RooflineConfig,
): ResolvedSetting {
  const evidence = { servedName: deployment.model, engine: engineOf(deployment), facts };
  return resolveSetting(choiceOf(book, deployment.id), evidence, book.catalogue);
}

function choiceOf({ choices }: RooflineConfig, deploymentId: string) {
  const present = choices.get(deploymentId);
  return present === undefined
    ? { ...nothingChosen, version: 0 }
    : { chosen: present.chosen, since: present.since, version: present.settingVersion };
}

export interface SettingContext {
  readonly resolved: ResolvedSetting;
  readonly book: RooflineConfig;
}

/** What a pool is placed with; null while the setting or its engines are not known. */
export function poolFacts(
  { model, instance }: Pick<RooflineRequest, "model" | "instance">,
  { inputs, pool }: { readonly inputs: NowInputs; readonly pool: PoolNowInputs },
  { resolved, book }: SettingContext,
): PoolNowFacts | null {
  const { setting, rooflineSetting } = resolved;
  if (setting === null) return null;
  const isSubset = model !== undefined || instance !== undefined;
  const notApart = isSubset
    ? "Accelerators are joined to the deployment as a whole, not to a part of it."
    : inputs.pools.length > 1
      ? "Accelerators are joined to the deployment as a whole, not to its pools."
      : null;
  const replicas = notApart === null ? setting.replicas : pool.facts.engines;
  if (replicas === null) return null;
  return {
    inputs,
    pool,
    setting: { ...setting, replicas, role: pool.role },
    stepTokenBudget:
      rooflineSetting.stepTokenBudget.state === "known" ? rooflineSetting.stepTokenBudget.value : null,
    maxBatch: rooflineSetting.maxBatch.state === "known" ? rooflineSetting.maxBatch.value : null,
    accelerators: offeredAccelerators(book.catalogue),
    configuredCount:
      rooflineSetting.acceleratorCount.state === "known" ? rooflineSetting.acceleratorCount.value : null,
    sharedHardwareReason: notApart,
  };
}

/** Why there is no point: what has to be said first, or what is not there. */
export function describeUnavailable(
  { rooflineSetting, setting }: ResolvedSetting,
  { pools, facts }: Pick<NowInputs, "pools" | "facts">,
): NonNullable<RooflinePageData["unavailableReason"]> {
  if (setting === null)
    return sentence(
      text(
        `Points need to know what this runs on: ${rooflineSetting.missing.map(missingFactText).join(", ")}.`,
      ),
      ...(facts.engines === null ? [] : sharingErrors(rooflineSetting)),
    );
  if (pools.length === 0) return sentence(text("Nothing of this deployment serves requests."));
  return sentence(
    text(
      pools.every(({ facts }) => facts.engines === null)
        ? "No engine of it is seen now."
        : "The table tells no peak of this accelerator that could serve the model’s precision.",
    ),
  );
}

/** Why accelerators that are known cannot be shared out to engines that are seen. */
function sharingErrors({ acceleratorCount, tensorParallel, missing }: RooflineSetting): WireSentence {
  if (acceleratorCount.state === "unknown" || !missing.includes("tensorParallel")) return [];
  const reasons =
    tensorParallel.state === "unknown" ? [tensorParallel.unknownReason] : tensorParallel.warnings;
  return reasons.map((reason) => text(` ${reason}`));
}

const missingFactTexts: Readonly<Record<string, string>> = {
  model: "which model",
  accelerator: "which accelerator",
  acceleratorCount: "how many accelerators",
  tensorParallel: "how many accelerators make one instance",
};
const missingFactText = (name: string): string => missingFactTexts[name] ?? name;
