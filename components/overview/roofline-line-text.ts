/** Where a deployment stands under its roof, as short as a row of the fleet has room for. */
import { boundsOf } from "@/lib/analysis/roofline/bounds/bound-by";
import type { RooflineSummaryRow } from "@/lib/contracts/roofline-summary";
import { formatRatio } from "@/lib/format/ratio";
import { sentenceText } from "@/lib/format/sentence-text";
import { formatCoarseDuration } from "@/lib/format/time";

export interface RooflineLineText {
  readonly text: string;
  /** What makes the numbers doubtful; null where nothing does. */
  readonly warning: string | null;
}

type PositionedRow = Extract<RooflineSummaryRow, { state: "available" }>;
type Phase = NonNullable<PositionedRow["decode"]>;

/** As they stand beside each other; one alone, or two that are too near each other to tell. */
const boundNames: { readonly [B in NonNullable<Phase["boundBy"]>]: string } = {
  memory: "memory",
  compute: "compute",
  communication: "communication",
  overhead: "overhead",
  mixed: "memory and compute",
};

const boundPhrases: { readonly [B in NonNullable<Phase["boundBy"]>]: string } = {
  memory: "memory-bound",
  compute: "compute-bound",
  communication: "bound by communication",
  overhead: "bound by overhead",
  mixed: "bound by memory and compute",
};

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

function boundText(boundBy: NonNullable<Phase["boundBy"]>, nearTo: Phase["boundBy"]): string {
  const bounds = boundsOf(boundBy, nearTo);
  return bounds.length < 2
    ? boundPhrases[boundBy]
    : `bound by ${bounds.map((one) => boundNames[one]).join(" and ")}`;
}

function phaseText(name: "decode" | "prefill", { mfuRatio, mbuRatio, boundBy, nearTo }: Phase): string {
  const uses = [`MBU ${formatRatio(mbuRatio)}`, `MFU ${formatRatio(mfuRatio)}`];
  return [
    `${name} ${(name === "prefill" ? uses.toReversed() : uses).join(", ")}`,
    ...(boundBy === null ? [] : [boundText(boundBy, nearTo ?? null)]),
  ].join(", ");
}

function warningOf({ decode, prefill, agrees }: PositionedRow): string | null {
  const judged = [decode, prefill].map((phase) => phase?.judgement);
  if (judged.includes("impossible")) return "above the roof: inputs are wrong";
  if (agrees === false) return "the GPU’s own counters disagree";
  return judged.includes("suspicious") ? "nobody was ever seen so near to the roof" : null;
}
