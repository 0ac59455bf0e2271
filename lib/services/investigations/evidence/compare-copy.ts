/** Compares the stored copy of an answer with the live answer to the same question. */
import { compareValueGroups, hasNoDifference } from "@/lib/analysis/evidence/compare-value-groups";
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import {
  evidenceData,
  type EvidenceData,
} from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import type { LiveCheck } from "@/lib/contracts/investigations/live-evidence";
import { countWithNoun } from "@/lib/format/agreement";
import { formatElapsed } from "@/lib/format/elapsed";
import {
  describeEqualAnswer,
  describeLiveDifference,
} from "@/lib/sentences/investigations/live-difference-text";
import {
  comparedPartByEndpoint,
  evidenceFormatVersion,
  comparedValueNouns,
  findComparisonObstacle,
  listComparedValues,
} from "../evidence-kinds/evidence-kinds";

/** Stored data of a piece of evidence, with the versions of their format and of Ridgepoint. */
export interface StoredCopy {
  /** JSON as stored. */
  readonly data: string;
  readonly formatVersion: number | null;
  readonly productVersion: string | null;
  /** Time from the end of the window to the read of the copy. Null without a window. */
  readonly readAfterEndMs: number | null;
  /** Time after the end of the window after which all its data have arrived. Null without a window. */
  readonly completeAfterMs: number | null;
}

interface CompareOptions {
  readonly readAtMs: number;
  readonly productVersion: string;
}

/** Returns how the present data of the source differ from the stored data, as numbers and as a sentence. */
export function compareCopy(
  { data, formatVersion, productVersion, ...times }: StoredCopy,
  live: ReadonlyDeep<EvidenceData>,
  current: CompareOptions,
): LiveCheck {
  const { readAtMs } = current;
  const notComparable = (sentence: string): LiveCheck => ({ state: "not-comparable", readAtMs, sentence });
  if (formatVersion !== evidenceFormatVersion)
    return notComparable(
      `The copy has format version ${formatVersion ?? "unknown"}, and this Ridgepoint writes version ${evidenceFormatVersion}.`,
    );
  const copy = evidenceData.safeParse(JSON.parse(data));
  if (!copy.success) return notComparable("This version of Ridgepoint cannot read the copy.");
  const noun = comparedValueNouns[live.endpoint];
  const found = compareValueGroups(listComparedValues(copy.data), listComparedValues(live));
  // The grid of an answer without data is not known, so it is not compared first.
  if (found.copyCount > 0 && found.liveCount === 0)
    return {
      state: "unavailable",
      readAtMs,
      sentence: `The source returns no value for this window. The copy has ${countWithNoun(found.copyCount, noun)}.`,
    };
  const obstacle = findComparisonObstacle(copy.data, live);
  if (obstacle !== null) return notComparable(obstacle);
  const part = comparedPartByEndpoint[live.endpoint];
  const omission = part === undefined ? "" : ` ${part.omission}`;
  if (hasNoDifference(found))
    return { state: "same", readAtMs, sentence: `${describeEqualAnswer(found, noun, part)}${omission}` };
  const { changedTexts, ...counts } = found;
  const versions =
    productVersion === current.productVersion
      ? ""
      : ` The copy was made by Ridgepoint ${productVersion ?? "of an unknown version"}. The source was read by Ridgepoint ${current.productVersion}, so the versions may explain the difference.`;
  return {
    state: "differs",
    readAtMs,
    sentence: `${describeLiveDifference(found, noun)}${omission}${describeEarlyRead(times)}${versions}`,
    difference: { ...counts, changedTextCount: changedTexts.length },
  };
}

/** Returns how soon after the end of its window the copy was read, as a sentence. Empty if all data had arrived by then. */
function describeEarlyRead({
  readAfterEndMs,
  completeAfterMs,
}: Pick<StoredCopy, "readAfterEndMs" | "completeAfterMs">): string {
  return readAfterEndMs === null || completeAfterMs === null || readAfterEndMs >= completeAfterMs
    ? ""
    : ` The copy was read ${formatElapsed(Math.max(0, readAfterEndMs))} after the end of its window.`;
}
