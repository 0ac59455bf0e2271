/** Name of another accelerator's roof, along its bandwidth line, which differs where two peaks are equal. */
import { unit } from "./roof-name";
import { findUsedCeiling, type ComparedRoof } from "./roof-plot";
import {
  computePositionsAlongSlope,
  shorterNameCost,
  type NameCandidates,
  type NameContext,
} from "./roof-names";

/** Distances of the baseline from the line: above a higher roof, below a lower one. */
const offsets = { above: -7, below: 15 } as const;

/** Returns the possible positions of the name of another accelerator's roof. Empty without a ceiling. */
export function listComparedRoofNames({ name, roof }: ComparedRoof, input: NameContext): NameCandidates {
  const used = findUsedCeiling(roof);
  if (used === undefined) return [];
  const isHigher = roof.slope >= input.roof.slope;
  const ordered = isHigher ? [offsets.above, offsets.below] : [offsets.below, offsets.above];
  return [unit(roof.slope, input.texts.slopeUnit), ""].flatMap((details, isShort) =>
    ordered.flatMap((offset, isSecond) =>
      computePositionsAlongSlope(used, {
        ...input,
        roof,
        slope: roof.slope,
        offset,
        cost: isShort * shorterNameCost * 2 + isSecond * shorterNameCost,
        key: "ghost",
        style: "ghost",
        variant: { name, details },
      }),
    ),
  );
}
