/** What a question about a deployment stands on: where its series are, its setting as it is now, and the pools that serve. */
import type { RooflineRoom } from "@/lib/contracts/roofline";
import type { RooflineSetting } from "@/lib/contracts/roofline-setting";
import { engineOf } from "@/lib/engines";
import { isLive, type TimeWindow, type WindowExpression } from "@/lib/model/time-window";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { missingPart } from "@/lib/services/signals/missing-part";
import type { Resolved } from "@/lib/services/signals/read-asked";
import type { PoolNowFacts } from "./place-now";
import type { NowInputs, PoolNow } from "./read-inputs";
import { proposable } from "./catalogue";
import { resolveSetting, type ResolvedSetting } from "./resolve-setting";
import type { RooflineBook } from "./roofline-book";
import { nothingChosen } from "./setting-facts";
import { sentence, text, type WireSentence } from "./words";

export interface RoomQuestion {
  readonly deployment: KnownDeployment;
  readonly window: TimeWindow;
  readonly expression: WindowExpression;
  readonly model?: string | undefined;
  readonly instance?: string | undefined;
  readonly signal: AbortSignal;
}

export function resolve({ deployment, window, expression, model, instance, signal }: RoomQuestion): Resolved {
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
    seenSinceMs: deployment.firstSeenAtMs,
    missing: missingPart(scope, deployment),
    via: { signal, lane: `roofline ${deployment.slug} ${expression.from} ${expression.to}` },
  };
}

export function settingOf(
  { deployment }: Pick<RoomQuestion, "deployment">,
  { facts }: Pick<NowInputs, "facts">,
  book: RooflineBook,
): ResolvedSetting {
  const seen = { servedName: deployment.model, engine: engineOf(deployment), facts };
  return resolveSetting(choiceOf(book, deployment.id), seen, book.catalogue);
}

function choiceOf({ choices }: RooflineBook, deploymentId: string) {
  const present = choices.get(deploymentId);
  return present === undefined
    ? { ...nothingChosen, version: 0 }
    : { chosen: present.chosen, since: present.since, version: present.settingVersion };
}

export interface Standing {
  readonly resolved: ResolvedSetting;
  readonly book: RooflineBook;
}

/** What a pool is placed with; null while the setting or its engines are not known. */
export function poolFacts(
  { model, instance }: Pick<RoomQuestion, "model" | "instance">,
  { inputs, pool }: { readonly inputs: NowInputs; readonly pool: PoolNow },
  { resolved, book }: Standing,
): PoolNowFacts | null {
  const { setting, told } = resolved;
  if (setting === null) return null;
  const isPart = model !== undefined || instance !== undefined;
  const notApart = isPart
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
    stepTokenBudget: told.stepTokenBudget.state === "known" ? told.stepTokenBudget.value : null,
    maxBatch: told.maxBatch.state === "known" ? told.maxBatch.value : null,
    accelerators: proposable(book.catalogue),
    saidCount: told.acceleratorCount.state === "known" ? told.acceleratorCount.value : null,
    notApart,
  };
}

/** Why there is no point: what has to be said first, or what is not there. */
export function whyNone(
  { told, setting }: ResolvedSetting,
  { pools, facts }: Pick<NowInputs, "pools" | "facts">,
): NonNullable<RooflineRoom["asks"]> {
  if (setting === null)
    return sentence(
      text(`Points need to know what this runs on: ${told.missing.map(inWords).join(", ")}.`),
      ...(facts.engines === null ? [] : notTogether(told)),
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
function notTogether({ acceleratorCount, tensorParallel, missing }: RooflineSetting): WireSentence {
  if (acceleratorCount.state === "unknown" || !missing.includes("tensorParallel")) return [];
  const reasons = tensorParallel.state === "unknown" ? [tensorParallel.ask] : tensorParallel.doubts;
  return reasons.map((reason) => text(` ${reason}`));
}

const names: Readonly<Record<string, string>> = {
  model: "which model",
  accelerator: "which accelerator",
  acceleratorCount: "how many accelerators",
  tensorParallel: "how many accelerators make one instance",
};
const inWords = (name: string): string => names[name] ?? name;
