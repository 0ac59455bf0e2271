/**
 * Handler of the roofline endpoint. It returns `pending` if the data is late. The queries continue, and a later
 * request returns their result.
 */
import { scopedKey } from "@/lib/model/sources/source-scope";
import type { rooflineContract } from "@/lib/contracts/roofline/roofline";
import { resolveRequestedWindow } from "@/lib/server/requested-window";
import { nowMs } from "@/lib/server/clock";
import type { Handler } from "@/lib/server/handler";
import { pendingAfter } from "@/lib/server/concurrency/pending-after";
import { polledWork } from "@/lib/server/concurrency/polled-work";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { seriesKey } from "@/lib/services/deployments/series-key";
import { readRooflinePage } from "./read-roofline-page";
import { rooflineConfig } from "./roofline-config";

const waitMs = 1_400;

/**
 * Returns the roofline. Throws not-found, invalid-input, database-unavailable, and errors of the source when nothing
 * is cached.
 */
export const readRoofline: Handler<typeof rooflineContract> = async ({ query, principal, signal }) => {
  const { deployment: requestedSlug, model, instance, from, to } = query;
  const expression = { from, to };
  const window = resolveRequestedWindow(expression);
  const deployment = await resolveDeployment(requestedSlug, principal.sourceScope);
  const version = (await rooflineConfig()).choices.get(deployment.id)?.settingVersion ?? 0;
  const key = scopedKey(deployment.sourceScope, seriesKey(deployment), version, model, instance, from, to);
  const page = polledWork({ name: "roofline-pages", key }, (workSignal) =>
    readRooflinePage({ deployment, window, expression, model, instance, signal: workSignal }),
  );
  const outcome = await pendingAfter(waitMs, page.join, signal);
  switch (outcome.kind) {
    case "done":
      return outcome.value;
    case "failed":
      throw outcome.error;
    case "pending":
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
        forMs: page.elapsedMs(),
      };
  }
};
