/** Compares the share of aborted requests with its usual range. The history is read only for shares that matter. */
import { isFarAboveUsual, isShareComparable } from "@/lib/analysis/statistics/unusual-share";
import type { Reading } from "@/lib/model/reading";
import type { ExceededUsualRange } from "@/lib/model/status/status-facts";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { readUsualRangeAt } from "@/lib/services/signals/read-usual-ranges";

/**
 * Returns the usual range of the abort ratio if the current ratio is far above this range. Null if it is not far above, or
 * if the usual range is unknown. Never rejects.
 */
export async function readUnusualAborts(
  deployment: KnownDeployment,
  abortRatio: Reading,
  time: Pick<Parameters<typeof readUsualRangeAt>[2], "isPast" | "leaving">,
): Promise<ExceededUsualRange | null> {
  if (abortRatio.kind === "absent" || abortRatio.n === undefined) return null;
  const { value: ratio, n, atMs } = abortRatio;
  if (!isShareComparable({ ratio, n })) return null;
  const usual = await readUsualRangeAt(deployment, ["aborts", "ratio-to-requests"], { ...time, atMs });
  if (usual === undefined || usual === "pending" || usual.kind === "learning") return null;
  if (!isFarAboveUsual({ ratio, n }, usual)) return null;
  const { centre, upper } = usual;
  return { n, usualRatio: Math.max(0, centre), usualUpperRatio: Math.max(0, upper) };
}
