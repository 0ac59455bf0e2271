"use client";

import { useMemo } from "react";
import type { Answer } from "@/lib/model/answer";
import { differenceText } from "./comparison";
import type { Panel } from "@/components/signals/panels/panels";
import type { ComparedAnswer } from "./use-comparison";
import { useWindowSpreads } from "./use-window-spreads";
import { computeShownLoad } from "./window-load";

interface DifferenceTextProps {
  readonly panel: Panel;
  readonly answer: Answer;
  readonly comparedAnswer: ComparedAnswer;
}

/** Compares the displayed window with the comparison window in one sentence. */
export function DifferenceText({ panel, answer, comparedAnswer }: DifferenceTextProps) {
  const findWindowSpread = useWindowSpreads(panel, comparedAnswer.window);
  const text = useMemo(
    () =>
      differenceText(panel, {
        before: comparedAnswer.answer.series,
        after: answer.series,
        windowMs: comparedAnswer.window.endMs - comparedAnswer.window.startMs,
        label: comparedAnswer.label,
        loads: {
          before: computeShownLoad(comparedAnswer.findAnswer.before),
          after: computeShownLoad(comparedAnswer.findAnswer.after),
        },
        readyInstances: { before: comparedAnswer.answer.readyInstances, after: answer.readyInstances },
        findWindowSpread,
        excludedTime: { before: comparedAnswer.answer.excludedTime, after: answer.excludedTime },
      }),
    [panel, answer, comparedAnswer, findWindowSpread],
  );
  return text;
}
