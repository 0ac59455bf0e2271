import type { ExperimentAnswer } from "@/lib/investigations/experiment-answers";
import { experimentName } from "@/lib/model/investigation/experiments/experiment";
import { isolateDirection } from "@/components/shared/isolated-text";

interface ExperimentAnswersProps {
  readonly answers: readonly ExperimentAnswer[];
  /** Text that a person saved, for example before the first experiment; the empty text for none. */
  readonly savedText: string;
}

/**
 * Answers to a field that experiments give, each with a link to its experiment, followed by the text of a
 * person.
 */
export function ExperimentAnswers({ answers, savedText }: ExperimentAnswersProps) {
  return (
    <>
      {answers.map(({ experimentNumber, text }) => {
        const name = experimentName(experimentNumber);
        return (
          <p key={experimentNumber} className="wrap-anywhere whitespace-pre-wrap">
            <a href={`#${name}`} className="pr-2 font-mono text-xs text-accent hover:underline">
              {name}
            </a>
            {isolateDirection(text)}
          </p>
        );
      })}
      {savedText !== "" && (
        <p className="text-xs text-ink-2 wrap-anywhere whitespace-pre-wrap">
          Entered by a person: {isolateDirection(savedText)}
        </p>
      )}
    </>
  );
}
