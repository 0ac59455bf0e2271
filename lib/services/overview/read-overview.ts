/** The fleet now: every deployment's row, read at the same time, worst first, and the sentence above them. */
import type { JudgedRow, OverviewRow, overviewContract } from "@/lib/contracts/overview";
import { AppError } from "@/lib/model/app-error";
import { isListed } from "@/lib/model/deployment-review";
import { resolveWindow } from "@/lib/model/time-window";
import { nowMs } from "@/lib/server/clock";
import type { Handler } from "@/lib/server/handler";
import { processMemory } from "@/lib/server/memory";
import { toProblem } from "@/lib/server/problem";
import { knownDeployments, type KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { requestLayers } from "@/lib/services/deployments/request-layers";
import { describeRow, withLayers } from "./describe-row";
import { readRow } from "./read-row";
import { sourceDownRow } from "./source-down-row";
import { byTrouble, summarise } from "./summarise-fleet";

/** What is not ready by then comes back pending; its reads go on. */
const waitMs = 1_400;
const longestRowMs = 12_000;

type Settled =
  | { readonly kind: "row"; readonly row: JudgedRow }
  | { readonly kind: "error"; readonly error: unknown };
interface Ongoing {
  readonly startedMs: number;
  readonly row: Promise<Settled>;
}

const ongoing = (): Map<string, Ongoing> =>
  processMemory("overview-ongoing", () => new Map<string, Ongoing>());

export const readOverview: Handler<typeof overviewContract> = async ({ query, requestId }) => {
  const window = resolveWindow(query, nowMs());
  if (window === undefined)
    throw new AppError("invalid-input", "the window is reversed, too short or too long");
  const known = await knownDeployments();
  const deployments = known.deployments.filter((deployment) => isListed(deployment, nowMs()));
  const late = new Promise<"late">((resolve) => {
    setTimeout(() => resolve("late"), waitMs);
  });
  const rows = await Promise.all(
    deployments.map(async (deployment): Promise<OverviewRow> => {
      const { startedMs, row } = ask(deployment, query);
      const settled = await Promise.race([row, late]);
      if (settled === "late")
        return { ...describeRow(deployment), state: "pending", forMs: Math.max(0, nowMs() - startedMs) };
      if (settled.kind === "row") return settled.row;
      return (
        sourceDownRow(deployment, settled.error) ?? {
          ...describeRow(deployment),
          state: "failed",
          problem: toProblem(settled.error, requestId),
        }
      );
    }),
  );
  const layered = withLayers(rows, deployments, requestLayers(deployments));
  return summarise(layered.toSorted(byTrouble), window, nowMs());
};

function ask(deployment: KnownDeployment, window: { readonly from: string; readonly to: string }): Ongoing {
  const key = JSON.stringify([deployment.slug, window.from, window.to]);
  const underWay = ongoing().get(key);
  if (underWay !== undefined) return underWay;
  const row = settle(readRow(deployment, window, AbortSignal.timeout(longestRowMs))).finally(() => {
    ongoing().delete(key);
  });
  const begun = { startedMs: nowMs(), row };
  ongoing().set(key, begun);
  return begun;
}

async function settle(work: Promise<JudgedRow>): Promise<Settled> {
  try {
    return { kind: "row", row: await work };
  } catch (error) {
    return { kind: "error", error };
  }
}
