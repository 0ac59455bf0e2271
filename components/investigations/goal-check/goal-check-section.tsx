"use client";

import { useQuery } from "@tanstack/react-query";
import { ReadError } from "@/components/shared/reads/read-error";
import { GoalCheckResult } from "./goal-check-result";
import { goalCheckQuery, type GoalCheckSubject } from "./goal-check-request";

/** The live check of the goal: whether the last fix worked. */
export function GoalCheckSection({ investigation }: { readonly investigation: GoalCheckSubject }) {
  const { data, error, refetch, dataUpdatedAt } = useQuery(goalCheckQuery(investigation));
  const check = data?.check ?? null;
  return (
    <section aria-labelledby="goal-check" className="pt-3">
      <h3 id="goal-check" className="font-semibold">
        Check of the goal
      </h3>
      {error !== null && (
        <ReadError
          error={error}
          previousContentNoun={data === undefined ? null : "check"}
          onRetry={() => void refetch()}
        />
      )}
      {data === undefined && error === null && (
        <p aria-busy className="text-ink-2">
          Measuring the window
        </p>
      )}
      {data !== undefined && check !== null && (
        <GoalCheckResult check={check} asOfMs={data.asOfMs} receivedAtMs={dataUpdatedAt} />
      )}
    </section>
  );
}
