/** Formats the position of a deployment on the roofline for one row of the overview. */
import type { RooflineSummaryRow } from "@/lib/contracts/roofline/roofline-summary";
import { formatRatio } from "@/lib/format/ratio";
import { sentenceText } from "@/lib/format/sentence-text";
import { formatCoarseDuration } from "@/lib/format/time";
import { boundText } from "@/lib/sentences/roofline/bound-text";

/** Text about the roofline in one row of the Overview. */
export interface RooflineLineText {
  readonly text: string;
  /** Why the values may be wrong, or null. */
  readonly warning: string | null;
}

type PositionedRow = Extract<RooflineSummaryRow, { state: "available" }>;
type Phase = NonNullable<PositionedRow["decode"]>;

/** Returns the text about the roofline in one row of the Overview. */
export function overviewRooflineText(row: RooflineSummaryRow): RooflineLineText {
  switch (row.state) {
    case "available":
      return { text: positionText(row), warning: warningOf(row) };
    case "unavailable":
      return { text: sentenceText(row.sentence), warning: null };
    case "pending":
      return { text: `loading, ${formatCoarseDuration(row.elapsedMs)}`, warning: null };
    case "failed":
      return { text: "", warning: `could not be loaded: ${row.problem.title.toLowerCase()}` };
  }
}

/** Puts the limiting resource first: bandwidth for decode, compute for prefill. */
function positionText({ role, decode, prefill, cacheRemedy = null }: PositionedRow): string {
  const phases = [
    ...(decode === null ? [] : [phaseText("decode", decode)]),
    ...(prefill === null ? [] : [phaseText("prefill", prefill)]),
    ...(cacheRemedy === null ? [] : [`KV cache full: ${cacheRemedy}`]),
  ];
  if (phases.length === 0) return "no decode or prefill steps in the last five minutes";
  return `${role === "both" ? "" : `${role} pool: `}${phases.join(" · ")}`;
}

function phaseText(
  name: "decode" | "prefill",
  { mfuRatio, mbuRatio, boundBy, secondBound, otherSeconds }: Phase,
): string {
  const uses = [`MBU ${formatRatio(mbuRatio)}`, `MFU ${formatRatio(mfuRatio)}`];
  return [
    `${name} ${(name === "prefill" ? uses.toReversed() : uses).join(", ")}`,
    ...(boundBy === null ? [] : [boundText({ boundBy, secondBound: secondBound ?? null, otherSeconds })]),
  ].join(", ");
}

function warningOf({ decode, prefill, agrees }: PositionedRow): string | null {
  const judged = [decode, prefill].map((phase) => phase?.judgement);
  if (judged.includes("impossible")) return "above the roof, which is impossible: check the inputs";
  if (agrees === false) return "GPU counters disagree with the estimate";
  return judged.includes("suspicious") ? "utilisation above any published measurement" : null;
}
