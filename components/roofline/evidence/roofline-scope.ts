/** Scope of a roofline that is stored as evidence. */
import type { ViewState } from "@/lib/client/url-state";
import type { RooflinePageData } from "@/lib/contracts/roofline/roofline";
import type { QuestionOf } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";

type RooflineScope = Omit<QuestionOf<"roofline">, "endpoint">;

/** Returns deployment, model, instance and absolute window of the displayed roofline. */
export function toRooflineScope(
  { deployment, window }: Pick<RooflinePageData, "deployment" | "window">,
  { m, i }: Pick<ViewState, "m" | "i">,
): RooflineScope {
  return {
    deployment: deployment.slug,
    ...(m === null ? {} : { model: m }),
    ...(i === null ? {} : { instance: i }),
    window,
  };
}

/** Returns the URL state that displays a roofline scope. */
export function toRooflineView({ deployment, model, instance, window }: RooflineScope) {
  return {
    d: deployment,
    m: model ?? null,
    i: instance ?? null,
    from: String(window.startMs),
    to: String(window.endMs),
  };
}
