"use client";

import { useMemo } from "react";
import type { Answer } from "@/lib/model/answer";
import { differenceText } from "./comparison";
import type { Panel } from "@/components/signals/panels/panels";
import type { ComparedAnswer } from "./use-comparison";

interface DifferenceTextProps {
  readonly panel: Panel;
  readonly answer: Answer;
  readonly compared: ComparedAnswer;
}

/** Compares the displayed window with the comparison window in one sentence. */
export function DifferenceText({ panel, answer, compared }: DifferenceTextProps) {
  const text = useMemo(
    () =>
      differenceText(panel, {
        before: compared.answer.series,
        after: answer.series,
        windowMs: compared.window.endMs - compared.window.startMs,
        label: compared.label,
        requestLengths: compared.requestLengths,
        excludedTime: { before: compared.answer.excludedTime, after: answer.excludedTime },
      }),
    [panel, answer, compared],
  );
  return text;
}
