import type { GateVerdict } from "@/lib/model/gate/gate-result";
import { gateVerdictWord, ruleVerdictWord, type CountedVerdict } from "@/lib/sentences/gates/verdict-word";
import { ShapeMark, type StatusShape } from "@/components/shared/status-mark";

const gateShapes: Readonly<Record<GateVerdict, StatusShape>> = {
  pass: "ok",
  fail: "over",
  "cannot-tell": "unknown",
};

const ruleShapes: Readonly<Record<CountedVerdict, StatusShape>> = {
  pass: "ok",
  fail: "over",
  undecided: "unknown",
  "no-verdict": "unknown",
};

/** Shows the verdict of a gate run; null while it waits for the end of its window. */
export function GateVerdictMark({ verdict }: { readonly verdict: GateVerdict | null }) {
  return <Mark shape={verdict === null ? "loading" : gateShapes[verdict]} word={gateVerdictWord(verdict)} />;
}

/** Shows the verdict on a gate rule. */
export function RuleVerdictMark({ verdict }: { readonly verdict: CountedVerdict }) {
  return <Mark shape={ruleShapes[verdict]} word={ruleVerdictWord(verdict)} />;
}

function Mark({ shape, word }: { readonly shape: StatusShape; readonly word: string }) {
  return (
    <span className="inline-flex items-center gap-2 font-medium whitespace-nowrap">
      <ShapeMark shape={shape} className="size-2.5" />
      {word}
    </span>
  );
}
