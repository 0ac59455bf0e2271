/** Where a deployment's series are found: its selectors narrowed by the scope, for each placement an engine's metric may have. */
import type { Engine, MetricRef, Placement } from "@/lib/engines/engine";
import type { Deployment, LabelSelector } from "@/lib/model/deployment";
import type { Scope } from "@/lib/model/question";
import { anyOf, selector, type Expression, type Matcher } from "./promql";

/** What the compiler needs to know about a deployment. */
export type Placed = Pick<Deployment, "pools" | "gpuSelectors" | "hostSelectors">;

type Selector = Extract<Expression, { kind: "selector" }>;

function narrowed(selectors: readonly LabelSelector[], labels: LabelSelector): readonly LabelSelector[] {
  return selectors.map((one) => ({ ...one, ...labels }));
}

function without(selectors: readonly LabelSelector[], label: string): readonly LabelSelector[] {
  const left = selectors.map((one) => Object.entries(one).filter(([name]) => name !== label));
  const byText = new Map(left.map((entries) => [JSON.stringify(entries), Object.fromEntries(entries)]));
  return [...byText.values()];
}

function selectorsFor(
  placement: Placement,
  engine: Engine,
  deployment: Placed,
  scope: Scope,
): readonly LabelSelector[] {
  if (placement === "gpu") return deployment.gpuSelectors;
  if (placement === "host") return deployment.hostSelectors;
  const asked: LabelSelector = {
    ...(scope.model === undefined ? {} : { [engine.modelLabel]: scope.model }),
    ...(scope.instance === undefined ? {} : { instance: scope.instance }),
  };
  const all = narrowed(
    deployment.pools.flatMap((pool) => pool.selectors),
    asked,
  );
  return placement === "process" ? without(all, engine.modelLabel) : all;
}

const equals = ([label, value]: readonly [string, string]): Matcher => ({ label, operator: "=", value });

/**
 * Selectors of one metric under every name and every selector of the deployment, newest name first; empty when nothing was
 * joined to the deployment there. `suffix` is a histogram's `_bucket`, `_sum` or `_count`.
 */
export function seriesOf(
  ref: MetricRef,
  place: { readonly engine: Engine; readonly deployment: Placed; readonly scope: Scope },
  suffix = "",
): readonly Selector[] {
  const selectors = selectorsFor(ref.placement, place.engine, place.deployment, place.scope);
  return ref.names.flatMap((name) =>
    selectors.map((labels) =>
      selector(`${name}${suffix}`, [...Object.entries(labels).map(equals), ...(ref.matches ?? [])]),
    ),
  );
}

/** `call(series[window])` joined over names and selectors. Undefined when there is no series to ask. */
export function callOver(
  series: readonly Selector[],
  name: Extract<Expression, { kind: "range-call" }>["name"],
  windowMs: number,
): Expression | undefined {
  return series.length === 0
    ? undefined
    : anyOf(series.map((of) => ({ kind: "range-call", name, of, windowMs })));
}
