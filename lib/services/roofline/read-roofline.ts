/**
 * Handler of the roofline endpoint. It returns `pending` if the data is late. The queries continue, and a later
 * request returns their result.
 */
import type { RooflinePageData, rooflineContract } from "@/lib/contracts/roofline/roofline";
import { resolveRequestedWindow } from "@/lib/server/requested-window";
import { nowMs } from "@/lib/server/clock";
import type { Handler } from "@/lib/server/handler";
import { joinOngoing } from "@/lib/server/ongoing-work";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { seriesKey } from "@/lib/services/deployments/series-key";
import { readRooflinePage } from "./read-roofline-page";
import { rooflineConfig } from "./roofline-config";

const waitMs = 1_400;

/**
 * Returns the roofline. Throws not-found, invalid-input, database-unavailable, and errors of the source when nothing
 * is cached.
 */
export const readRoofline: Handler<typeof rooflineContract> = async ({ query, signal }) => {
  const { deployment: requestedSlug, model, instance, from, to } = query;
  const expression = { from, to };
  const window = resolveRequestedWindow(expression);
  const deployment = await resolveDeployment(requestedSlug);
  const version = (await rooflineConfig()).choices.get(deployment.id)?.settingVersion ?? 0;
  const key = JSON.stringify([seriesKey(deployment), version, model, instance, from, to]);
  const { startedMs, outcome } = joinOngoing<RooflinePageData>("roofline-ongoing", key, (work) =>
    readRooflinePage({ deployment, window, expression, model, instance, signal: work }),
  );
  const settled = await Promise.race([outcome, afterWait(signal)]);
  if (settled === "late")
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
      forMs: Math.max(0, nowMs() - startedMs),
    };
  if (settled.kind === "failed") throw settled.error;
  return settled.value;
};

async function afterWait(signal: AbortSignal): Promise<"late"> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, waitMs);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
  return "late";
}
