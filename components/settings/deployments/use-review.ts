"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReviewableDeployment, ReviewBody } from "@/lib/contracts/discovery";
import { reviewDeployment } from "@/lib/client/queries/discovery";

/** Sends a review without a form, and refetches every query afterwards: it can change names and sums on every page. */
export function useReview(deployment: ReviewableDeployment) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: ReviewBody) => reviewDeployment(deployment, body),
    onSettled: () => queries.invalidateQueries(),
  });
}
