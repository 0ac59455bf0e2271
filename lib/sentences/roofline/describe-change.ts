/**
 * That the minutes of "now" hold a change, and are told together all the same: everything of them is their mean, of neither side. It
 * comes before what the mean seems to say.
 */
import { findLevelChange, type LevelChange } from "@/lib/analysis/roofline/points/level-change";
import type { Trail, TrailPoint } from "@/lib/analysis/roofline/points/trail";
import type { Ceilings } from "@/lib/analysis/roofline/bounds/roof";
import type { RooflinePool, RooflinePeriod } from "@/lib/contracts/roofline";
import { formatCoarseDuration } from "@/lib/format/time";
import type { PoolHeadline } from "./contradicted-headline";
import { percent, sentence, strong, text, type WireSentence } from "./sentence-parts";

type DescribedChange = NonNullable<RooflinePool["change"]>;

interface ChangeFacts {
  readonly trail: Pick<Trail, "decode" | "prefill">;
  readonly intervalMs: number;
  readonly roof: Ceilings;
  readonly now: Pick<RooflinePeriod, "startMs" | "endMs">;
}

/** Of the bandwidth that decode uses; of the peak that prefill reaches where nothing decodes. Null where nothing changed, or slices are too long to tell. */
export function describeChange({ trail, intervalMs, roof, now }: ChangeFacts): DescribedChange | null {
  const phase = trail.decode.length > 0 ? "decode" : "prefill";
  const used = phase === "decode" ? mbuOfPoint(roof) : mfuOfPoint(roof);
  const intervals = trail[phase].map((point) => ({ atMs: point.atMs, value: used(point) }));
  const change = findLevelChange(intervals, { startMs: now.startMs, endMs: now.endMs, intervalMs });
  if (change === null) return null;
  return {
    phase,
    atMs: change.atMs,
    beforeRatio: change.before,
    afterRatio: change.after,
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
  phase: DescribedChange["phase"],
  { atMs, before, after }: LevelChange,
  { startMs, endMs }: ChangeFacts["now"],
): WireSentence {
  const ofWhat = phase === "decode" ? " of the accelerator’s bandwidth" : " of the peak";
  return sentence(
    strong(`Something changed in these ${formatCoarseDuration(endMs - startMs)}:`),
    text(` for the last ${formatCoarseDuration(endMs - atMs)} ${phase} used `),
    percent(after),
    text(`${ofWhat}, before that `),
    percent(before),
    text("."),
  );
}

/** The change comes first: what follows is of both sides together. Wrong inputs are wrong on either side. */
export function headlineWithChange(
  story: PoolHeadline,
  change: DescribedChange | null,
  now: RooflinePeriod,
): PoolHeadline {
  if (change === null) return story;
  const isInputs = now.wrongInputs.length > 0 || now.agreement?.cause === "inputs";
  if (isInputs) return { ...story, detail: sentence(...story.detail, text(" "), ...change.sentence) };
  return {
    headline: change.sentence,
    detail: sentence(text("All of it together: "), ...story.headline, text(" "), ...story.detail),
  };
}
