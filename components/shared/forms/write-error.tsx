import { ProblemError } from "@/lib/client/fetch-json";
import { toSentence } from "@/lib/format/sentence";
import { isAppError } from "@/lib/model/app-error";
import { isolateDirection } from "@/components/shared/isolated-text";
import { cn } from "@/components/ui/cn";

interface WriteErrorProps {
  /** Null while no write has failed. */
  readonly error: Error | null;
  /** Replaces the title of the error. */
  readonly title?: string;
  readonly className?: string;
}

/** Shows why a write failed and what to do next. */
export function WriteError({ error, title: ownTitle, className }: WriteErrorProps) {
  if (error === null) return null;
  const { title, detail } = writeErrorText(error);
  return (
    <p role="alert" className={cn("text-xs", className)}>
      <span className="font-semibold text-bad">{ownTitle ?? title}</span>{" "}
      <span className="text-ink-2">{isolateDirection(detail)}</span>
    </p>
  );
}

function writeErrorText(error: Error): { readonly title: string; readonly detail: string } {
  if (isConflict(error))
    return {
      title: "Not saved: changed by someone else.",
      detail: "Another user saved a version in the meantime. Try again.",
    };
  if (error instanceof ProblemError) {
    const { title, detail, next } = error.problem;
    // The reason of a refused rule also states what to do.
    const advice = next === undefined || next === detail ? "" : ` ${next}`;
    return { title: toSentence(title), detail: `${toSentence(detail)}${advice}` };
  }
  // The form refused the input, so another attempt would have the same result.
  if (isAppError(error)) return { title: "Not saved.", detail: toSentence(error.message) };
  return { title: "Not saved.", detail: `${toSentence(error.message)} Try again.` };
}

/** Returns whether the edit was refused because another user saved a newer version. */
export function isConflict(error: unknown): boolean {
  return error instanceof ProblemError && error.problem.code === "precondition-failed";
}
