/**
 * Handler of the roofline endpoint. It returns `pending` if the data is late. The queries continue, and a later
 * request returns their result.
 */
import { AppError, isAppError } from "@/lib/model/app-error";
import type { ReadTiming } from "@/lib/model/signals/read-timing";
import { createScopedKey } from "@/lib/model/sources/source-scope";
import type { RooflinePageData, rooflineContract } from "@/lib/contracts/roofline/roofline";
import { resolveWindowOfArrivedSamples } from "@/lib/server/requested-window";
import { nowMs } from "@/lib/server/clock";
import type { Handler, HandlerInput, HandlerResponse } from "@/lib/server/handler";
import { getLastResults, type LastResults } from "@/lib/server/concurrency/last-results";
import { waitOrReturnPending } from "@/lib/server/concurrency/pending-after";
import { findOrStartPolledWork } from "@/lib/server/concurrency/polled-work";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { createSeriesKey } from "@/lib/services/deployments/series-key";
import { readRooflinePage } from "./read-roofline-page";
import { readRooflineConfig } from "./roofline-config";

const waitMs = 1_400;
/** After waiting for this time, the response is the last complete page. */
const shortestOutageMs = 3_000;

/**
 * Handles the request for the roofline of a deployment. Throws not-found, invalid-input and database-unavailable.
 * Throws errors of the source when nothing is cached.
 */
export const readRoofline: Handler<typeof rooflineContract> = ({ query, principal, signal }) =>
  readRooflineOf(query, { principal, signal });

type RooflineInput = HandlerInput<typeof rooflineContract>;

/** Deployment and window of a roofline, and the times of an earlier read that this read repeats. */
type RooflineQuery = RooflineInput["query"] & { readonly fixedTiming?: ReadTiming | undefined };

/** Returns the roofline of a deployment, or that it is pending. Throws as `readRoofline` does. */
export async function readRooflineOf(
  { deployment: requestedSlug, model, instance, from, to, fixedTiming }: RooflineQuery,
  { principal, signal }: Pick<RooflineInput, "principal" | "signal">,
): Promise<HandlerResponse<typeof rooflineContract>> {
  const expression = { from, to };
  const window = resolveWindowOfArrivedSamples(expression);
  const deployment = await resolveDeployment(requestedSlug, principal.sourceScope);
  const version = (await readRooflineConfig()).choiceByDeploymentId.get(deployment.id)?.settingVersion ?? 0;
  const key = createScopedKey(
    deployment.sourceScope,
    createSeriesKey(deployment),
    version,
    model,
    instance,
    from,
    to,
    fixedTiming,
  );
  const page = findOrStartPolledWork({ name: "roofline-pages", key }, async (workSignal) => {
    const read = await readRooflinePage({
      deployment,
      window,
      windowExpression: expression,
      fixedTiming,
      model,
      instance,
      signal: workSignal,
    });
    if (read.stale === null) lastPages().set(key, read);
    return read;
  });
  const outcome = await waitOrReturnPending(waitMs, page.joinResult, signal);
  switch (outcome.kind) {
    case "done":
      return { ...outcome.value, serverNowMs: nowMs() };
    case "failed": {
      const lastPage = lastPages().get(key);
      if (lastPage === undefined || !isAppError(outcome.error)) throw outcome.error;
      return markAsStale(lastPage, outcome.error);
    }
    case "pending": {
      const lastPage = page.elapsedMs() < shortestOutageMs ? undefined : lastPages().get(key);
      if (lastPage !== undefined) return markAsStale(lastPage, slowError(page.elapsedMs()));
      return {
        state: "pending",
        asOfMs: nowMs(),
        window,
        deployment: {
          id: deployment.id,
          slug: deployment.slug,
          title: deployment.title,
          model: deployment.model,
        },
        elapsedMs: page.elapsedMs(),
      };
    }
  }
}

/** The last complete pages, which stay visible while a source is down. */
const lastPages = (): LastResults<RooflinePageData> => getLastResults("roofline-last-pages");

function slowError(elapsedMs: number): AppError {
  return new AppError(
    "source-slow",
    `the metrics source has not responded for ${Math.floor(elapsedMs / 1_000)} s`,
  );
}

/** Marks the last complete page as stale, with the error as the reason. Its age is the age of its data. */
function markAsStale(page: RooflinePageData, { code, message }: AppError): RooflinePageData {
  return { ...page, serverNowMs: nowMs(), stale: { sinceMs: page.asOfMs, code, reason: message } };
}
