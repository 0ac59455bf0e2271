/** Resolves a roofline request: the series of the deployment, its setting, and its serving pools. */
import { findEngineFormula } from "@/lib/analysis/roofline/points/checks/engine-formula";
import { findMetricsSource } from "@/lib/services/deployments/metrics-source";
import { engineOfDeployment } from "@/lib/engines";
import { resolveLimits } from "@/lib/model/deployment/limits";
import type { ReadTiming } from "@/lib/model/signals/read-timing";
import { isLive, type TimeWindow, type WindowExpression } from "@/lib/model/time-window";
import { describeSharedHardware } from "@/lib/sentences/roofline/shared-hardware";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { describeUnknownScope } from "@/lib/services/signals/unknown-scope";
import type { ResolvedQuestion } from "@/lib/services/signals/read-queries";
import type { CurrentPoolFacts } from "./current-pool";
import type { CurrentInputs, CurrentPoolInputs } from "./read-inputs";
import { listSuggestedAccelerators } from "./tables/catalogue";
import { resolveSetting, type ResolvedSetting } from "./setting/resolve-setting";
import type { RooflineConfig } from "./roofline-config";
import { noChoices } from "./setting/setting-facts";

/** Deployment and window whose roofline is computed; `model` or `instance` restrict it. */
export interface RooflineRequest {
  readonly deployment: KnownDeployment;
  readonly window: TimeWindow;
  readonly windowExpression: WindowExpression;
  /** Times of an earlier read that this read repeats. Absent if they are chosen from the scrape interval. */
  readonly fixedTiming?: ReadTiming | undefined;
  readonly model?: string | undefined;
  readonly instance?: string | undefined;
  readonly signal: AbortSignal;
}

/** Returns source, scope and read options for the queries of a roofline request. */
export function resolveRooflineRequest({
  deployment,
  window,
  windowExpression,
  fixedTiming,
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
    isLive: isLive(windowExpression),
    fixedTiming,
    firstSeenAtMs: deployment.firstSeenAtMs,
    missingPart: describeUnknownScope(scope, deployment),
    readOptions: {
      signal,
      lane: `roofline ${deployment.slug} ${windowExpression.from} ${windowExpression.to}`,
    },
  };
}

/**
 * Determines model, hardware and formats of the requested deployment, from choices of people and from
 * metrics.
 */
export function resolveRequestSetting(
  { deployment }: Pick<RooflineRequest, "deployment">,
  { hardwareFacts }: Pick<CurrentInputs, "hardwareFacts">,
  config: RooflineConfig,
): ResolvedSetting {
  const evidence = {
    servedModelName: deployment.model,
    engine: engineOfDeployment(deployment),
    hardwareFacts,
    filePrice: deployment.gpuHourPrice ?? null,
  };
  return resolveSetting(choiceOf(config, deployment.id), evidence, config.catalogue);
}

function choiceOf({ choiceByDeploymentId }: RooflineConfig, deploymentId: string) {
  const present = choiceByDeploymentId.get(deploymentId);
  return present === undefined
    ? { ...noChoices, version: 0 }
    : { chosen: present.chosen, chosenSince: present.since, version: present.settingVersion };
}

/** Roofline setting of the requested deployment, with the configuration from which it was resolved. */
export interface SettingContext {
  readonly resolvedSetting: ResolvedSetting;
  readonly config: RooflineConfig;
}

/**
 * Collects the facts for the analysis of a pool. Null if a required part of the setting or the number of
 * engines is unknown.
 */
export function collectPoolFacts(
  { deployment, model, instance }: Pick<RooflineRequest, "deployment" | "model" | "instance">,
  { inputs, pool }: { readonly inputs: CurrentInputs; readonly pool: CurrentPoolInputs },
  { resolvedSetting, config }: SettingContext,
): CurrentPoolFacts | null {
  const { sharedPoolSetting, rooflineSetting } = resolvedSetting;
  if (sharedPoolSetting === null) return null;
  const isSubset = model !== undefined || instance !== undefined;
  const sharedHardwareReason = describeSharedHardware({ isSubset, poolCount: inputs.pools.length });
  const replicas =
    sharedHardwareReason === null ? sharedPoolSetting.replicas : pool.hardwareFacts.engineCount;
  if (replicas === null) return null;
  return {
    inputs,
    poolInputs: pool,
    setting: { ...sharedPoolSetting, replicas, role: pool.role },
    stepTokenBudget:
      rooflineSetting.stepTokenBudget.state === "known" ? rooflineSetting.stepTokenBudget.value : null,
    configuredMaxBatch: rooflineSetting.maxBatch.state === "known" ? rooflineSetting.maxBatch.value : null,
    accelerators: listSuggestedAccelerators(config.catalogue),
    configuredAcceleratorCount:
      rooflineSetting.acceleratorCount.state === "known" ? rooflineSetting.acceleratorCount.value : null,
    sharedHardwareReason,
    limits: resolveLimits(deployment),
    engineFormula: findEngineFormula(engineOfDeployment(deployment), deployment.engineVersion),
  };
}
