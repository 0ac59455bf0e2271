"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Proposal, ReviewBody } from "@/lib/contracts/discovery";
import { ProblemError } from "@/lib/client/fetch-json";
import { reviewDeployment } from "@/lib/client/queries/discovery";

export interface ReviewTrouble {
  readonly title: string;
  readonly detail: string;
}

export interface Reviewer {
  readonly isBusy: boolean;
  readonly trouble: ReviewTrouble | null;
  readonly forgetTrouble: () => void;
  /** True when the change was confirmed. */
  readonly review: (deployment: Proposal, body: ReviewBody) => Promise<boolean>;
}

/** Reviews deployments; whatever shows them is read again, and a refusal is told. */
export function useReview(): Reviewer {
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<ReviewTrouble | null>(null);
  return {
    isBusy,
    trouble,
    forgetTrouble: () => setTrouble(null),
    review: async (deployment, body) => {
      setBusy(true);
      setTrouble(null);
      try {
        await reviewDeployment(deployment, body);
        return true;
      } catch (error) {
        setTrouble(toTrouble(error));
        return false;
      } finally {
        setBusy(false);
        // Names, links and sums of every room may be others now.
        await queries.invalidateQueries();
      }
    },
  };
}

function toTrouble(error: unknown): ReviewTrouble {
  if (error instanceof ProblemError) {
    const { title, detail, next, code } = error.problem;
    const isOverrun = code === "precondition-failed";
    return {
      title,
      detail: isOverrun
        ? "Somebody else changed it meanwhile; it now shows as it is. Try again."
        : `${detail} ${next}`,
    };
  }
  return {
    title: "Ridgepoint's server does not answer",
    detail: "Nothing was changed that is not shown here. Try again.",
  };
}
