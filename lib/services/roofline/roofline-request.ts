/** Resolves a roofline request: the series of the deployment, its setting, and its serving pools. */
import { findMetricsSource } from "@/lib/services/deployments/metrics-source";
import { engineOfDeployment } from "@/lib/engines";
import { limitsOf } from "@/lib/model/deployment/limits";
import { isLive, type TimeWindow, type WindowExpression } from "@/lib/model/time-window";
import { describeSharedHardware } from "@/lib/sentences/roofline/shared-hardware";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { missingPart } from "@/lib/services/signals/missing-part";
import type { ResolvedQuestion } from "@/lib/services/signals/read-queries";
import type { PoolNowFacts } from "./current-pool";
import type { NowInputs, PoolNowInputs } from "./read-inputs";
import { offeredAccelerators } from "./tables/catalogue";
import { resolveSetting, type ResolvedSetting } from "./setting/resolve-setting";
import type { RooflineConfig } from "./roofline-config";
import { nothingChosen } from "./setting/setting-facts";

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
    queryContext: { engine: engineOfDeployment(deployment), deployment, scope },
    source: findMetricsSource(deployment),
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
  config: RooflineConfig,
): ResolvedSetting {
  const evidence = { servedName: deployment.model, engine: engineOfDeployment(deployment), facts };
  return resolveSetting(choiceOf(config, deployment.id), evidence, config.catalogue);
}

function choiceOf({ choices }: RooflineConfig, deploymentId: string) {
  const present = choices.get(deploymentId);
  return present === undefined
    ? { ...nothingChosen, version: 0 }
    : { chosen: present.chosen, since: present.since, version: present.settingVersion };
}

export interface SettingContext {
  readonly resolved: ResolvedSetting;
  readonly config: RooflineConfig;
}

/** Returns the facts for the analysis of a pool. Null while the setting or its engines are unknown. */
export function poolFacts(
  { deployment, model, instance }: Pick<RooflineRequest, "deployment" | "model" | "instance">,
  { inputs, pool }: { readonly inputs: NowInputs; readonly pool: PoolNowInputs },
  { resolved, config: book }: SettingContext,
): PoolNowFacts | null {
  const { setting, rooflineSetting } = resolved;
  if (setting === null) return null;
  const isSubset = model !== undefined || instance !== undefined;
  const sharedHardwareReason = describeSharedHardware({ isSubset, poolCount: inputs.pools.length });
  const replicas = sharedHardwareReason === null ? setting.replicas : pool.facts.engineCount;
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
    sharedHardwareReason,
    limits: limitsOf(deployment),
  };
}
