/** Handler of one baseline: its numbers, provenance and history as the default. */
import { findAuthorName } from "@/lib/server/sessions/author-names";
import type { baselineContract, BaselineResponse } from "@/lib/contracts/baselines";
import { summariseBaseline } from "@/lib/analysis/baselines/summarise-baseline";
import { signalDefinition, type SignalId } from "@/lib/model/signals/signals";
import { buildVisibleBaselinesCondition } from "@/lib/server/access/team-rights";
import { nowMs } from "@/lib/server/clock";
import { readRows } from "@/lib/server/db/read-rows";
import type { Handler } from "@/lib/server/handler";
import type { Principal } from "@/lib/server/principal";
import type { BaselineRow } from "./baseline-row";
import { listBaselineUses } from "./deletion/list-baseline-uses";
import { findBaselineEntry } from "./find-baseline";
import { withCurrentAuthor } from "./current-author";
import { readBaselineDocument } from "./read-baseline-document";

const maxDefaults = 100;
const newestFirst = [{ since: "desc" }, { id: "desc" }] as const;

/** Returns one baseline with its summary. Throws not-found and database-unavailable. */
export const getBaseline: Handler<typeof baselineContract> = async ({ params, principal }) => {
  const id = params.baselineId;
  const { entry, row } = await readRows((database) => findBaselineEntry(database, id, principal));
  const [stored, defaults, uses] = await Promise.all([
    readBaselineDocument(id),
    readDefaults(row, principal),
    readRows((database) => listBaselineUses(database, id, principal)),
  ]);
  const withUnit = <T extends { readonly signal: SignalId }>(one: T) => ({
    ...one,
    unit: signalDefinition(one.signal).unit,
  });
  const numbers = stored === null ? null : summariseBaseline(stored);
  const {
    measured: _measured,
    historySpreads: _spreads,
    ...document
  } = stored ?? {
    measured: null,
    historySpreads: null,
  };
  return {
    asOfMs: nowMs(),
    baseline: entry,
    measured:
      numbers === null
        ? null
        : {
            distributions: numbers.distributions.map(withUnit),
            rates: numbers.rates.map(withUnit),
            gauges: numbers.gauges.map(withUnit),
          },
    document: "provenance" in document ? withCurrentAuthor(document, row) : null,
    defaults,
    uses,
  };
};

/** Returns the changes of the default baseline that the caller may see. Each caller sees the present default, because it is open. */
async function readDefaults(
  { id, deploymentId }: Pick<BaselineRow, "id" | "deploymentId">,
  principal: Principal,
): Promise<BaselineResponse["defaults"]> {
  const changes = deploymentId === null ? { baselineId: id } : { deploymentId };
  const [visible, newest] = await readRows((database) =>
    Promise.all([
      database.baselineDefault.findMany({
        where: { ...changes, AND: buildVisibleBaselinesCondition(principal) },
        orderBy: [...newestFirst],
        take: maxDefaults,
      }),
      database.baselineDefault.findFirst({ where: changes, orderBy: [...newestFirst], select: { id: true } }),
    ]),
  );
  return visible.map(({ id: changeId, baselineId, baselineName, isRemoval, since, reason, author }) => ({
    baselineId,
    name: baselineName,
    isRemoval,
    isCurrent: deploymentId !== null && baselineId !== null && !isRemoval && changeId === newest?.id,
    sinceMs: since.getTime(),
    reason,
    author: findAuthorName(author),
  }));
}
