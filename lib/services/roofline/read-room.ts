/** The roofline's room of one deployment: read, resolved, placed and told. Throws AppError when a query cannot be had. */
import type { RooflineRoom } from "@/lib/contracts/roofline";
import { engineOf } from "@/lib/engines";
import { isLive, type TimeWindow, type WindowExpression } from "@/lib/model/time-window";
import { queriesOf } from "@/lib/semantic/plan";
import { plannedInputs } from "@/lib/semantic/roofline/plan-roofline";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { missingPart } from "@/lib/services/signals/missing-part";
import type { Resolved } from "@/lib/services/signals/read-asked";
import { connectionFor } from "@/lib/services/sources/source-connections";
import { describePool } from "./describe-pool";
import { describeRoof } from "./describe-roof";
import { readInputs, type RoomInputs } from "./read-inputs";
import { resolveSetting, type ResolvedSetting } from "./resolve-setting";
import { rooflineBook, type RooflineBook } from "./roofline-book";
import { nothingChosen } from "./setting-facts";
import { sentence, text } from "./words";

export interface RoomQuestion {
  readonly deployment: KnownDeployment;
  readonly window: TimeWindow;
  readonly expression: WindowExpression;
  readonly model?: string | undefined;
  readonly instance?: string | undefined;
  readonly signal: AbortSignal;
}

export async function readRoom(question: RoomQuestion): Promise<RooflineRoom> {
  const { deployment, window } = question;
  const [book, inputs] = await Promise.all([rooflineBook(), readInputs(resolve(question))]);
  const engine = engineOf(deployment);
  const resolved = resolveSetting(
    choiceOf(book, deployment.id),
    { servedName: deployment.model, engine, facts: inputs.facts },
    book.catalogue,
  );
  const pools = poolsOf(question, inputs, { resolved, book });
  const { source, version } = connectionFor(deployment.metricsSource);
  return {
    state: "answered",
    asOfMs: inputs.asOfMs,
    window,
    deployment: {
      id: deployment.id,
      slug: deployment.slug,
      title: deployment.title,
      model: deployment.model,
    },
    source: { slug: source.slug, version },
    engine: { id: engine.id, title: engine.title, version: deployment.engineVersion },
    sampleSpacingMs: inputs.timing.coarsestMs,
    stale: inputs.stale,
    warnings: [...inputs.warnings],
    queries: inputs.pools.flatMap(({ nowPlan }) =>
      plannedInputs.flatMap((input) => queriesOf(nowPlan[input]).map((promql) => ({ input, promql }))),
    ),
    setting: resolved.told,
    roof:
      resolved.accelerator === null
        ? null
        : describeRoof(resolved.accelerator, resolved.told.resolved.computePrecision),
    asks: pools.length > 0 ? null : whyNone(resolved, inputs),
    pools,
  };
}

function resolve({ deployment, window, expression, model, instance, signal }: RoomQuestion): Resolved {
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

function choiceOf({ choices }: RooflineBook, deploymentId: string) {
  const present = choices.get(deploymentId);
  return present === undefined
    ? { ...nothingChosen, version: 0 }
    : { chosen: present.chosen, since: present.since, version: present.settingVersion };
}

function poolsOf(
  { window, model, instance }: RoomQuestion,
  inputs: RoomInputs,
  { resolved, book }: { readonly resolved: ResolvedSetting; readonly book: RooflineBook },
): RooflineRoom["pools"] {
  const { setting, told } = resolved;
  if (setting === null) return [];
  const isPart = model !== undefined || instance !== undefined;
  const notApart = isPart
    ? "Accelerators are joined to the deployment as a whole, not to a part of it."
    : inputs.pools.length > 1
      ? "Accelerators are joined to the deployment as a whole, not to its pools."
      : null;
  return inputs.pools.flatMap((pool) => {
    const replicas = notApart === null ? setting.replicas : pool.facts.engines;
    if (replicas === null) return [];
    const described = describePool({
      inputs,
      pool,
      window,
      setting: { ...setting, replicas, role: pool.role },
      stepTokenBudget: told.stepTokenBudget.state === "known" ? told.stepTokenBudget.value : null,
      accelerators: book.catalogue.accelerators,
      notApart,
    });
    return described === null ? [] : [described];
  });
}

function whyNone({ told, setting }: ResolvedSetting, { pools }: RoomInputs): RooflineRoom["asks"] {
  if (setting === null)
    return sentence(text(`Points need to know what this runs on: ${told.missing.map(inWords).join(", ")}.`));
  if (pools.length === 0) return sentence(text("Nothing of this deployment serves requests."));
  return sentence(
    text(
      pools.every(({ facts }) => facts.engines === null)
        ? "No engine of it is seen now."
        : "The table tells no peak of this accelerator that could serve the model’s precision.",
    ),
  );
}

const names: Readonly<Record<string, string>> = {
  model: "which model",
  accelerator: "which accelerator",
  acceleratorCount: "how many accelerators",
  tensorParallel: "how many accelerators make one instance",
};
const inWords = (name: string): string => names[name] ?? name;
