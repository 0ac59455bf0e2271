/**
 * That the minutes of "now" hold a change, and are told together all the same: everything of them is their mean, of neither side. It
 * comes before what the mean seems to say.
 */
import { changeWithin, type Change } from "@/lib/analysis/roofline/points/change";
import type { Trail, TrailPoint } from "@/lib/analysis/roofline/points/trail";
import type { Ceilings } from "@/lib/analysis/roofline/bounds/roof";
import type { RooflinePool, RooflineStretch } from "@/lib/contracts/roofline";
import { formatSpan } from "@/lib/format/time";
import type { Headline } from "./contradicted-headline";
import { percent, sentence, strong, text, type WireSentence } from "./words";

type ToldChange = NonNullable<RooflinePool["change"]>;

interface ChangeFacts {
  readonly trail: Pick<Trail, "decode" | "prefill">;
  readonly sliceMs: number;
  readonly roof: Ceilings;
  readonly now: Pick<RooflineStretch, "startMs" | "endMs">;
}

/** Of the bandwidth that decode uses; of the peak that prefill reaches where nothing decodes. Null where nothing changed, or slices are too long to tell. */
export function describeChange({ trail, sliceMs, roof, now }: ChangeFacts): ToldChange | null {
  const phase = trail.decode.length > 0 ? "decode" : "prefill";
  const used = phase === "decode" ? mbuOf(roof) : mfuOf(roof);
  const slices = trail[phase].map((point) => ({ atMs: point.atMs, value: used(point) }));
  const change = changeWithin(slices, { startMs: now.startMs, endMs: now.endMs, sliceMs });
  if (change === null) return null;
  return {
    phase,
    atMs: change.atMs,
    beforeRatio: change.before,
    afterRatio: change.after,
    sentence: inWords(phase, change, now),
  };
}

const mbuOf =
  ({ bytesPerSecond }: Ceilings) =>
  ({ flopsPerSecond, intensityFlopPerByte }: TrailPoint): number =>
    flopsPerSecond / intensityFlopPerByte / bytesPerSecond;

const mfuOf =
  (roof: Ceilings) =>
  ({ flopsPerSecond }: TrailPoint): number =>
    flopsPerSecond / roof.flopsPerSecond;

function inWords(
  phase: ToldChange["phase"],
  { atMs, before, after }: Change,
  { startMs, endMs }: ChangeFacts["now"],
): WireSentence {
  const ofWhat = phase === "decode" ? " of the accelerator’s bandwidth" : " of the peak";
  return sentence(
    strong(`Something changed in these ${formatSpan(endMs - startMs)}:`),
    text(` for the last ${formatSpan(endMs - atMs)} ${phase} used `),
    percent(after),
    text(`${ofWhat}, before that `),
    percent(before),
    text("."),
  );
}

/** The change comes first: what follows is of both sides together. Wrong inputs are wrong on either side. */
export function withChange(story: Headline, change: ToldChange | null, now: RooflineStretch): Headline {
  if (change === null) return story;
  const isInputs = now.wrongInputs.length > 0 || now.agreement?.cause === "inputs";
  if (isInputs) return { ...story, detail: sentence(...story.detail, text(" "), ...change.sentence) };
  return {
    headline: change.sentence,
    detail: sentence(text("All of it together: "), ...story.headline, text(" "), ...story.detail),
  };
}
