/**
 * Handler of the data that a step collects. Each item is read separately. A slow item is pending, and a later request
 * returns it. A failed item contains the reason.
 */
import type { CollectedItem, collectedDataContract } from "@/lib/contracts/investigations/collected-data";
import type { Investigation } from "@/lib/contracts/investigations/investigations";
import { toSentence } from "@/lib/format/sentence";
import { collectedWindow } from "@/lib/investigations/collected-window";
import { getStep } from "@/lib/investigations/steps/steps";
import type { CollectionId } from "@/lib/model/investigation/collection-id";
import type { StepId } from "@/lib/model/investigation/step-ids";
import { createScopedKey } from "@/lib/model/sources/source-scope";
import type { TimeWindow } from "@/lib/model/time-window";
import { nowMs } from "@/lib/server/clock";
import { waitOrReturnPending } from "@/lib/server/concurrency/pending-after";
import { findOrStartPolledWork } from "@/lib/server/concurrency/polled-work";
import { readRows } from "@/lib/server/db/read-rows";
import type { Handler } from "@/lib/server/handler";
import { toProblem } from "@/lib/server/http/problem";
import { withTimeLimit } from "@/lib/server/http/time-limit";
import type { Principal } from "@/lib/server/principal";
import { findInvestigation } from "../find-investigation";
import { readInvestigationRowContext, toInvestigation } from "../investigation-row";
import type { CollectedData, MissingData } from "./data-collector";
import { dataCollectors } from "./data-collectors";

const waitMs = 1_400;
/** Time limit of an item. If the source does not respond within it, the item is unavailable. */
const workLimitMs = 60_000;
/** Time for which the last result of an item is shown while the item is read again. */
const previousMs = 120_000;
const maxDeployments = 3;

/**
 * Returns the data of each collection of a step. A slow collection is pending, and a failed collection contains the reason.
 * Throws not-found and database-unavailable.
 */
export const collectStepData: Handler<typeof collectedDataContract> = async ({
  params,
  principal,
  requestId,
  signal,
}) => {
  const context = await readInvestigationRowContext(principal);
  const row = await readRows((database) => findInvestigation(database, params.number, principal));
  const investigation = toInvestigation(row, context);
  const { deploy, deployments } = investigation;
  const dates = {
    ...investigation,
    openingWindow: investigation.opening.window ?? null,
    deployedAtMs: deploy?.atMs ?? null,
  };
  const window = collectedWindow(params.step, dates, nowMs());
  const ids = getStep(params.step).collections;
  const { isLive, sinceMs, basis, ...time } = window;
  const about = { investigation, step: params.step, window: time, sinceMs, isLive };
  const request = { ...about, principal, requestId, signal };
  const collected = deployments.slice(0, maxDeployments);
  const items =
    collected.length === 0
      ? ids.map(describeWithoutDeployment)
      : await Promise.all(
          collected.flatMap((deployment) => ids.map((id) => collectItem(id, { ...request, deployment }))),
        );
  return {
    asOfMs: nowMs(),
    step: params.step,
    window: { ...time, isLive, basis },
    items,
    omittedDeployments: deployments.slice(maxDeployments),
  };
};

function describeWithoutDeployment(id: CollectionId): CollectedItem {
  return {
    id,
    collection: id,
    title: dataCollectors[id].title,
    deployment: null,
    state: "unavailable",
    reason: "The investigation has no deployment. Add the affected deployment.",
  };
}

interface ItemRequest {
  readonly investigation: Investigation;
  readonly deployment: Investigation["deployments"][number];
  readonly step: StepId;
  readonly window: TimeWindow;
  readonly sinceMs: number;
  readonly isLive: boolean;
  readonly principal: Principal;
  readonly requestId: string;
  readonly signal: AbortSignal;
}

async function collectItem(id: CollectionId, request: ItemRequest): Promise<CollectedItem> {
  const { deployment, investigation, requestId } = request;
  const { title, findObstacle } = dataCollectors[id];
  const identity = { id: `${id} ${deployment.slug}`, collection: id, title, deployment };
  const obstacle = findObstacle?.(investigation) ?? null;
  if (obstacle !== null) return { ...identity, state: "unavailable", reason: obstacle };
  const work = startWork(id, request);
  const outcome = await waitOrReturnPending(waitMs, work.joinResult, request.signal);
  const result = outcome.kind === "done" ? outcome.value : undefined;
  const known = outcome.kind === "pending" ? work.previousResult : result;
  if (known !== undefined)
    return "reason" in known
      ? { ...identity, state: "unavailable", reason: known.reason }
      : { ...identity, state: "collected", ...known };
  if (outcome.kind !== "failed") return { ...identity, state: "pending", elapsedMs: work.elapsedMs() };
  const { detail, next } = toProblem(outcome.error, requestId);
  return { ...identity, state: "unavailable", reason: `${toSentence(detail)} ${next}` };
}

/**
 * Finds or starts the work of an item. For a window that ends now, the key does not contain the end, so that the next
 * request joins this work instead of starting it again for a later window.
 */
function startWork(id: CollectionId, request: ItemRequest) {
  const { deployment, investigation, window, sinceMs, principal, requestId } = request;
  const key = createScopedKey(
    principal.sourceScope,
    id,
    deployment.slug,
    investigation.number,
    investigation.version,
    investigation.baseline?.id,
    request.step,
    request.isLive ? "now" : `${window.startMs} ${window.endMs}`,
  );
  return findOrStartPolledWork<CollectedData | MissingData>(
    { name: "collected-data", key, previousMs },
    (signal) =>
      withTimeLimit(workLimitMs, signal, (limited) =>
        dataCollectors[id].read({
          deployment,
          window,
          sinceMs,
          investigation,
          principal,
          requestId,
          signal: limited,
        }),
      ),
  );
}
