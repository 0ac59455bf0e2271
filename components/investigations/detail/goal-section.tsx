"use client";

import Link from "next/link";
import { useState } from "react";
import type { InvestigationResponse } from "@/lib/contracts/investigations/investigations";
import { isolateDirection } from "@/components/shared/isolated-text";
import { Button } from "@/components/ui/button";
import { formatCondition, formatGoal } from "@/lib/sentences/investigations/goal-text";
import { GoalCheckSection } from "../goal-check/goal-check-section";
import { findPropertiesSaveAuthor } from "../timeline/find-last-save-author";
import { GoalForm } from "./goal-form";

/** The goal, the baseline and the values that must not worsen. */
export function GoalSection({ page }: { readonly page: InvestigationResponse }) {
  const [isEditing, setEditing] = useState(false);
  const { goal, baseline, conditions } = page.investigation;
  return (
    <section aria-labelledby="goal" className="border-t border-rule pt-3 text-xs">
      <div className="flex items-center justify-between gap-2 pb-1">
        <h2 id="goal" className="text-sm font-semibold">
          Goal and baseline
        </h2>
        {page.rights.canEdit && !isEditing && (
          <Button size="sm" variant="ghost" className="print:hidden" onClick={() => setEditing(true)}>
            {goal === null && baseline === null ? "Set" : "Edit"}
          </Button>
        )}
      </div>
      {isEditing ? (
        <GoalForm
          investigation={page.investigation}
          lastSave={findPropertiesSaveAuthor(page)}
          onClose={() => setEditing(false)}
        />
      ) : (
        <>
          <p>{goal === null ? <span className="text-ink-2">No goal yet</span> : formatGoal(goal)}</p>
          <p className="pt-1 text-ink-2">
            {baseline === null ? (
              "No baseline yet"
            ) : (
              <>
                Baseline:{" "}
                <Link href={`/baselines/${baseline.id}`} className="text-accent hover:underline">
                  {isolateDirection(baseline.name)}
                </Link>
                {baseline.isOfOtherDeployment &&
                  ". It is of another deployment. Choose a baseline of a deployment of this investigation."}
              </>
            )}
          </p>
          {conditions.length > 0 && (
            <>
              <p className="pt-2 text-ink-2">Must not worsen</p>
              <ul className="list-disc pl-4">
                {conditions.map((condition) => (
                  <li key={formatCondition(condition)}>{isolateDirection(formatCondition(condition))}</li>
                ))}
              </ul>
            </>
          )}
          {goal !== null && <GoalCheckSection investigation={page.investigation} />}
        </>
      )}
    </section>
  );
}
