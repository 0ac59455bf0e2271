/** The roofline's room of one deployment: read, resolved, placed and told. Throws AppError when a query cannot be had. */
import type { RooflineRoom } from "@/lib/contracts/roofline";
import { engineOf } from "@/lib/engines";
import { queriesOf } from "@/lib/semantic/plan";
import { plannedInputs } from "@/lib/semantic/roofline/plan-roofline";
import { connectionFor } from "@/lib/services/sources/source-connections";
import { describePool } from "./describe-pool";
import { describeRoof } from "./describe-roof";
import { readInputs } from "./read-inputs";
import { poolFacts, resolve, settingOf, whyNone, type RoomQuestion } from "./room-question";
import { rooflineBook } from "./roofline-book";

export async function readRoom(question: RoomQuestion): Promise<RooflineRoom> {
  const { deployment, window } = question;
  const [book, inputs] = await Promise.all([rooflineBook(), readInputs(resolve(question))]);
  const engine = engineOf(deployment);
  const resolved = settingOf(question, inputs, book);
  const pools = inputs.pools.flatMap((pool) => {
    const facts = poolFacts(question, { inputs, pool }, { resolved, book });
    const described = facts === null ? null : describePool({ ...facts, window });
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
