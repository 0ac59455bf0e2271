import type { ReactNode } from "react";
import { ProblemError } from "@/lib/client/fetch-json";
import { ReadError } from "./read-error";

interface UnreadPageProps {
  /** Title while the object is loading. */
  readonly title: string;
  /** Completes "Loading the …", such as `gate run`. */
  readonly noun: string;
  /** Next step of a reader whose link names no object, in sentences. */
  readonly missingText: string;
  readonly backLink: ReactNode;
  /** Null while the object is loading. */
  readonly error: Error | null;
  readonly onRetry: () => void;
}

/** Page of one object before it is read: loading, missing, or failed. */
export function ObjectPagePlaceholder({
  title,
  noun,
  missingText,
  backLink,
  error,
  onRetry,
}: UnreadPageProps) {
  if (error === null)
    return (
      <>
        <h1 className="text-2xl font-semibold">{title}</h1>
        <p aria-busy className="pt-4 text-ink-2">
          Loading the {noun}
        </p>
      </>
    );
  const isMissing = error instanceof ProblemError && error.problem.code === "not-found";
  return (
    <>
      {backLink}
      <h1 className="pb-3 text-2xl font-semibold">
        {isMissing ? `This ${noun} does not exist.` : `The ${noun} could not be loaded.`}
      </h1>
      {isMissing ? (
        <p role="alert" className="text-ink-2">
          {missingText}
        </p>
      ) : (
        <ReadError error={error} previousContentNoun={null} onRetry={onRetry} />
      )}
    </>
  );
}
