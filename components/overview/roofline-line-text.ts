/** Where a deployment stands under its roof, as short as a row of the fleet has room for. */
import type { RooflineSummaryRow } from "@/lib/contracts/roofline-summary";
import { formatRatio } from "@/lib/format/ratio";
import { sentenceText } from "@/lib/format/sentence-text";
import { formatCoarseDuration } from "@/lib/format/time";
import { boundText } from "@/lib/sentences/roofline/bound-text";

export interface RooflineLineText {
  readonly text: string;
  /** What makes the numbers doubtful; null where nothing does. */
  readonly warning: string | null;
}

type PositionedRow = Extract<RooflineSummaryRow, { state: "available" }>;
type Phase = NonNullable<PositionedRow["decode"]>;

export function rooflineLineText(row: RooflineSummaryRow): RooflineLineText {
  switch (row.state) {
    case "available":
      return { text: positionText(row), warning: warningOf(row) };
    case "unavailable":
      return { text: sentenceText(row.sentence), warning: null };
    case "pending":
      return { text: `being read for ${formatCoarseDuration(row.forMs)}`, warning: null };
    case "failed":
      return { text: "", warning: `cannot be read: ${row.problem.title.toLowerCase()}` };
  }
}

/** What sets the pace comes first: bytes for decode, arithmetic for prefill. */
function positionText({ role, decode, prefill }: PositionedRow): string {
  const phases = [
    ...(decode === null ? [] : [phaseText("decode", decode)]),
    ...(prefill === null ? [] : [phaseText("prefill", prefill)]),
  ];
  if (phases.length === 0) return "neither decode nor prefill could be placed in these five minutes";
  return `${role === "both" ? "" : `${role} pool: `}${phases.join(" · ")}`;
}

function phaseText(name: "decode" | "prefill", { mfuRatio, mbuRatio, boundBy, nearTo }: Phase): string {
  const uses = [`MBU ${formatRatio(mbuRatio)}`, `MFU ${formatRatio(mfuRatio)}`];
  return [
    `${name} ${(name === "prefill" ? uses.toReversed() : uses).join(", ")}`,
    ...(boundBy === null ? [] : [boundText({ boundBy, nearTo: nearTo ?? null })]),
  ].join(", ");
}

function warningOf({ decode, prefill, agrees }: PositionedRow): string | null {
  const judged = [decode, prefill].map((phase) => phase?.judgement);
  if (judged.includes("impossible")) return "above the roof: inputs are wrong";
  if (agrees === false) return "the GPU’s own counters disagree";
  return judged.includes("suspicious") ? "nobody was ever seen so near to the roof" : null;
}
