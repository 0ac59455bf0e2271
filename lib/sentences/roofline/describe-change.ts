/**
 * Describes a lasting change within the last minutes. The values of the last minutes are then means over the time before
 * and after the change, so the headline starts with the change.
 */
import { findLevelChange, type LevelChange } from "@/lib/analysis/roofline/points/level-change";
import type { Trail, TrailPoint } from "@/lib/analysis/roofline/points/trail";
import type { Ceilings } from "@/lib/analysis/roofline/bounds/roof";
import type { RooflinePool, RooflinePeriodAnalysis } from "@/lib/contracts/roofline/roofline";
import { formatCoarseDuration } from "@/lib/format/time";
import type { PoolHeadline } from "./contradicted-headline";
import { percentPart, sentence, strongPart, textPart, type MutableSentence } from "./sentence-parts";

type UtilisationChange = NonNullable<RooflinePool["change"]>;

interface ChangeFacts {
  readonly trail: Pick<Trail, "decode" | "prefill">;
  readonly intervalMs: number;
  readonly roof: Ceilings;
  readonly now: Pick<RooflinePeriodAnalysis, "startMs" | "endMs">;
}

/**
 * Describes a lasting change of MBU within the last minutes, or of MFU if nothing decodes. Returns null without a
 * change, or if the intervals are too long to detect a change.
 */
export function describeUtilisationChange({
  trail,
  intervalMs,
  roof,
  now,
}: ChangeFacts): UtilisationChange | null {
  const phase = trail.decode.length > 0 ? "decode" : "prefill";
  const used = phase === "decode" ? mbuOfPoint(roof) : mfuOfPoint(roof);
  const intervals = trail[phase].map((point) => ({ atMs: point.atMs, value: used(point) }));
  const change = findLevelChange(intervals, { startMs: now.startMs, endMs: now.endMs, intervalMs });
  if (change === null) return null;
  return {
    phase,
    atMs: change.atMs,
    beforeRatio: change.meanBefore,
    afterRatio: change.meanAfter,
    sentence: changeSentence(phase, change, now),
  };
}

const mbuOfPoint =
  ({ bytesPerSecond }: Ceilings) =>
  ({ flopsPerSecond, intensityFlopPerByte }: TrailPoint): number =>
    flopsPerSecond / intensityFlopPerByte / bytesPerSecond;

const mfuOfPoint =
  (roof: Ceilings) =>
  ({ flopsPerSecond }: TrailPoint): number =>
    flopsPerSecond / roof.flopsPerSecond;

function changeSentence(
  phase: UtilisationChange["phase"],
  { atMs, meanBefore: before, meanAfter: after }: LevelChange,
  { startMs, endMs }: ChangeFacts["now"],
): MutableSentence {
  const ofWhat = phase === "decode" ? " of the GPU’s bandwidth" : " of the peak";
  return sentence(
    strongPart(`The operating point changed within these ${formatCoarseDuration(endMs - startMs)}:`),
    textPart(` ${phase} used `),
    percentPart(after),
    textPart(`${ofWhat} in the last ${formatCoarseDuration(endMs - atMs)}, and `),
    percentPart(before),
    textPart(" before."),
  );
}

/**
 * Adds a lasting change of utilisation before the headline. Incorrect inputs remain first, because they
 * affect both periods.
 */
export function headlineWithChange(
  headline: PoolHeadline,
  change: UtilisationChange | null,
  now: RooflinePeriodAnalysis,
): PoolHeadline {
  if (change === null) return headline;
  const isInputs = now.wrongInputs.length > 0 || now.agreement?.cause === "inputs";
  if (isInputs)
    return { ...headline, detail: sentence(...headline.detail, textPart(" "), ...change.sentence) };
  return {
    headline: change.sentence,
    detail: sentence(
      textPart("Mean over the time before and after the change: "),
      ...headline.headline,
      textPart(" "),
      ...headline.detail,
    ),
  };
}
