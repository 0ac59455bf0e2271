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
  /** Resolves to true if the server confirmed the change. */
  readonly review: (deployment: Proposal, body: ReviewBody) => Promise<boolean>;
}

/** Sends reviews of deployments, refetches every query afterwards, and exposes the last error. */
export function useReview(): Reviewer {
  const queries = useQueryClient();
  // A review can change names, links and sums on every page.
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
        ? "Another user changed this deployment in the meantime. The current version is now shown. Try again."
        : `${toSentence(detail)} ${next}`,
    };
  }
  return {
    title: "The Ridgepoint server does not respond",
    detail: "The change was not saved. Try again.",
  };
}
