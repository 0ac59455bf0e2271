import type { Answer } from "@/lib/model/answer";
import { signalDefinition } from "@/lib/model/signals/signals";
import { CaveatMarker } from "@/components/charts/frame/caveat-marker";

type Answers = readonly [Answer | null, Answer | null];

/** Marks what is uncertain about the values of each axis. */
export function AxisCaveats({ answers }: { readonly answers: Answers }) {
  return answers.map(
    (answer, index) =>
      answer !== null && (
        <CaveatMarker
          key={index === 0 ? "x" : "y"}
          title={axisTitle(answer)}
          answer={answer}
          prefix={axisTitle(answer)}
        />
      ),
  );
}

/** Returns the title of the signal of an axis. Empty if the answer has no series. */
export function axisTitle({ series }: Answer): string {
  const [first] = series;
  return first === undefined ? "" : signalDefinition(first.signal).title;
}
