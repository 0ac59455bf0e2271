import { ProblemError } from "@/lib/client/fetch-json";
import { describeConflict } from "./describe-conflict";
import type { SaveAuthor } from "./use-saved-form";
import { withoutRepetitions } from "./without-repetitions";
import { formatDateTime } from "@/lib/format/time";
import { titleInSentence, toSentence } from "@/lib/format/sentence";
import { isAppError } from "@/lib/model/app-error";
import type { Problem } from "@/lib/model/problem";
import { isolateDirection } from "@/components/shared/isolated-text";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { cn } from "@/components/ui/cn";

interface WriteErrorProps {
  /** Null while no write has failed. */
  readonly error: Error | null;
  /** Title that replaces the title of the error. Absent if the title of the error is shown. */
  readonly title?: string;
  /** Author of the last saved version, whom the error of a conflict names. */
  readonly lastSave?: SaveAuthor | null;
  readonly className?: string;
}

/** Shows why a write failed and what to do next. */
export function WriteError({ error, title: titleOverride, lastSave = null, className }: WriteErrorProps) {
  const timeZone = useTimeZone();
  if (error === null) return null;
  const { title, detail } = isConflict(error)
    ? {
        title: titleOverride ?? `Not saved: ${titleInSentence(describeConflict(lastSave))}.`,
        detail: `${describeSave(lastSave, timeZone)} Try again.`,
      }
    : writeErrorText(error, titleOverride);
  return (
    <p role="alert" className={cn("text-xs", className)}>
      <span className="font-semibold text-bad">{isolateDirection(title)}</span>{" "}
      <span className="text-ink-2">{isolateDirection(detail)}</span>
    </p>
  );
}

function describeSave(lastSave: SaveAuthor | null, timeZone: string): string {
  if (lastSave === null) return "Another person, or you in another window, saved a newer version.";
  const { author, atMs, isCaller = false } = lastSave;
  return `${isCaller ? "You" : author} saved a newer version at ${formatDateTime(atMs, timeZone, true)}.`;
}

interface ErrorText {
  readonly title: string;
  readonly detail: string;
}

function writeErrorText(error: Error, titleOverride: string | undefined): ErrorText {
  if (error instanceof ProblemError) {
    const invalid = fieldErrorsText(error.problem);
    if (invalid) return { title: titleOverride ?? "Not saved.", detail: invalid };
    const { title: problemTitle, detail: reason, next } = error.problem;
    const [title = "", ...detail] = withoutRepetitions([titleOverride ?? problemTitle, reason, next ?? ""]);
    return { title: titleOverride ?? title, detail: detail.filter((text) => text !== "").join(" ") };
  }
  const title = titleOverride ?? "Not saved.";
  // The form refused the input, so another attempt would have the same result.
  if (isAppError(error)) return { title, detail: toSentence(error.message) };
  return { title, detail: `${toSentence(error.message)} Try again.` };
}

/** Returns the errors of fields whose names are words of the form, such as name. Null if there are other errors. */
function fieldErrorsText({ code, errors = [] }: Problem): string | null {
  if (code !== "invalid-input" || !errors.every(({ pointer }) => /^#\/[a-z]+$/.test(pointer))) return null;
  return errors.map(({ pointer, detail }) => toSentence(`${pointer.slice(2)}: ${detail}`)).join(" ");
}

/** Returns whether the edit was refused because a newer version was saved. */
export function isConflict(error: unknown): boolean {
  return error instanceof ProblemError && error.problem.code === "precondition-failed";
}
