"use client";

import { useQueryClient } from "@tanstack/react-query";
import type { Proposal, ReviewBody } from "@/lib/contracts/discovery";
import { ProblemError } from "@/lib/client/fetch-json";
import { toSentence } from "@/lib/format/sentence";
import { reviewDeployment } from "@/lib/client/queries/discovery";
import { useWrite, type WriteState } from "@/components/shared/use-write";

export interface ReviewError {
  readonly title: string;
  readonly detail: string;
}

export interface Reviewer extends Omit<WriteState<ReviewError>, "write"> {
  /** True when the change was confirmed. */
  readonly review: (deployment: Proposal, body: ReviewBody) => Promise<boolean>;
}

/** Reviews deployments; whatever shows them is read again, and a refusal is told. */
export function useReview(): Reviewer {
  const queries = useQueryClient();
  // Names, links and sums of every room may be others now.
  const { write, ...writeState } = useWrite(toReviewError, () => queries.invalidateQueries());
  return { ...writeState, review: (deployment, body) => write(() => reviewDeployment(deployment, body)) };
}

function toReviewError(error: unknown): ReviewError {
  if (error instanceof ProblemError) {
    const { title, detail, next, code } = error.problem;
    const isOverrun = code === "precondition-failed";
    return {
      title,
      detail: isOverrun
        ? "Somebody else changed it meanwhile; it now shows as it is. Try again."
        : `${toSentence(detail)} ${next}`,
    };
  }
  return {
    title: "Ridgepoint's server does not answer",
    detail: "Nothing was changed that is not shown here. Try again.",
  };
}
