import type { Answer } from "@/lib/model/answer";
import { ShapeMark } from "@/components/shared/status-mark";

interface PanelWarningsProps {
  readonly answer: Answer;
  /** Warning in addition to the warnings of the answer, as a sentence. Null if there is none. */
  readonly warning: string | null;
}

/** Lists why the displayed values may be wrong, each reason once. */
export function PanelWarnings({ answer: { qualityWarnings = [] }, warning }: PanelWarningsProps) {
  const sentences = [...(warning === null ? [] : [warning]), ...qualityWarnings.map(({ detail }) => detail)];
  return [...new Set(sentences)].map((sentence) => (
    <p key={sentence} className="flex items-start gap-1.5 text-2xs text-warn">
      <ShapeMark shape="unusual" className="mt-1 size-2 shrink-0" />
      {sentence}
    </p>
  ));
}
