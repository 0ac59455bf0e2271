import type { Answer } from "@/lib/model/answer";
import { signalDefinition } from "@/lib/model/signals/signals";
import { createAnswerHelp } from "@/components/charts/frame/answer-help";
import { CaveatMarker } from "@/components/charts/frame/caveat-marker";
import { HelpButtons } from "@/components/charts/frame/help-buttons";

type Answers = readonly [Answer | null, Answer | null];

/** Shows the definition and the queries of the signal of each axis, and marks what is uncertain about its values. */
export function AxisDefinitions({ answers: [x, y] }: { readonly answers: Answers }) {
  return (
    <ul aria-label="Definitions and queries" className="flex flex-wrap gap-x-6 gap-y-1">
      {x !== null && <AxisDefinition axis="X axis" answer={x} />}
      {y !== null && <AxisDefinition axis="Y axis" answer={y} />}
    </ul>
  );
}

interface AxisDefinitionProps {
  readonly axis: "X axis" | "Y axis";
  readonly answer: Answer;
}

function AxisDefinition({ axis, answer }: AxisDefinitionProps) {
  const title = axisTitle(answer);
  if (title === "") return null;
  return (
    <li className="flex flex-wrap items-center text-2xs text-ink-2">
      <span className="pr-1">
        {axis}: {title}
      </span>
      <span className="print:hidden">
        <HelpButtons title={title} {...createAnswerHelp(answer)} />
      </span>
      <CaveatMarker title={title} answer={answer} prefix={title} />
    </li>
  );
}

/** Returns the title of the signal of an axis. Empty if the answer has no series. */
export function axisTitle({ series }: Answer): string {
  const [first] = series;
  return first === undefined ? "" : signalDefinition(first.signal).title;
}
