import type { GoalVerdict } from "@/lib/model/investigation/goal";
import { goalVerdictWord } from "@/lib/sentences/investigations/goal-verdict-text";
import { ShapeMark, type StatusShape } from "@/components/shared/status-mark";

const shapes: Readonly<Record<GoalVerdict, StatusShape>> = {
  met: "ok",
  "not-met": "over",
  "cannot-tell": "unknown",
};

/** The verdict of a goal check as a word with a shape. */
export function GoalVerdictMark({ verdict }: { readonly verdict: GoalVerdict }) {
  return (
    <span className="inline-flex items-center gap-1.5 font-medium whitespace-nowrap">
      <ShapeMark shape={shapes[verdict]} className="size-2.5" />
      {goalVerdictWord(verdict)}
    </span>
  );
}
