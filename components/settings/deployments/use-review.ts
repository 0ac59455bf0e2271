"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReviewableDeployment, ReviewBody } from "@/lib/contracts/discovery";
import { reviewDeployment } from "@/lib/client/queries/discovery";

/**
 * Returns a function that changes a deployment without a form. Afterwards it refetches every query, because
 * names and sums may change on every page.
 */
export function useReviewDeployment(deployment: ReviewableDeployment) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: ReviewBody) => reviewDeployment(deployment, body),
    onSettled: () => queries.invalidateQueries(),
  });
}
