/** The roofline's room of one deployment: read, resolved, placed and told. Throws AppError when a query cannot be had. */
import type { RooflineRoom } from "@/lib/contracts/roofline";
import { engineOf } from "@/lib/engines";
import { queriesOf } from "@/lib/semantic/plan";
import { plannedInputs } from "@/lib/semantic/roofline/plan-roofline";
import { connectionFor } from "@/lib/services/sources/source-connections";
import { describePool } from "./describe-pool";
import { describeRoof } from "./describe-roof";
import { readOver, withWindow } from "./read-inputs";
import { readPlaced } from "./read-placed";
import { resolve, whyNone, type RoomQuestion } from "./room-question";

export async function readRoom(question: RoomQuestion): Promise<RooflineRoom> {
  const { deployment, window } = question;
  const asked = resolve(question);
  // What runs now is placed as soon as it is known, while the window is still being asked for.
  const [now, over] = await Promise.all([readPlaced(question, asked), readOver(asked)]);
  const { resolved } = now;
  const engine = engineOf(deployment);
  const inputs = withWindow(now.inputs, over);
  const pools = inputs.pools.flatMap((pool) => {
    const placed = now.pools.find(({ facts }) => facts.pool.role === pool.role);
    const described =
      placed === undefined ? null : describePool({ ...placed.facts, inputs, pool, window }, placed);
    return described === null ? [] : [described];
  });
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
