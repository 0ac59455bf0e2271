import type { Problem } from "@/lib/model/problem";
import { toSentence } from "@/lib/format/sentence";

interface ReportFailureProps {
  readonly title: string;
  /** Null if the response has an unexpected form. */
  readonly problem: Pick<Problem, "title" | "detail" | "next"> | null;
}

/** Explains why a report cannot be shown, and the next step. */
export function ReportFailure({ title, problem }: ReportFailureProps) {
  return (
    <>
      <h1 className="text-xl font-semibold">{title}</h1>
      <p role="alert" className="pt-2">
        {problem === null
          ? "The report could not be read. Reload the page."
          : `${toSentence(problem.title)} ${toSentence(problem.next)}`}
      </p>
    </>
  );
}
