"use client";

import { useId, useState } from "react";
import type { InvestigationResponse } from "@/lib/contracts/investigations/investigations";
import { Button } from "@/components/ui/button";
import { ExperimentForm } from "./experiment-form";
import { ExperimentItem } from "./experiment-item";

interface ExperimentSectionProps {
  readonly page: InvestigationResponse;
  readonly round: number;
  /** True if the round is the current one and the person may edit the investigation. */
  readonly canEdit: boolean;
}

/** The experiments of a round: their plan, their live result, the decision and the approval. */
export function ExperimentSection({ page, round, canEdit }: ExperimentSectionProps) {
  const titleId = useId();
  const [edited, setEdited] = useState<string | null>(null);
  const experiments = page.experiments.filter((one) => one.round === round);
  const rights = canEdit ? "edit" : page.rights.canEdit ? "end-or-delete" : "read";
  const close = () => setEdited(null);
  return (
    <section aria-labelledby={titleId} data-printed-part className="border-t border-rule pt-3">
      <div className="flex items-baseline justify-between gap-2 pb-1">
        <h3 id={titleId} className="font-semibold">
          Experiments <span className="text-xs font-normal text-ink-2">one changed factor, two arms</span>
        </h3>
        {canEdit && edited === null && (
          <Button size="sm" className="print:hidden" onClick={() => setEdited("new")}>
            Add experiment
          </Button>
        )}
      </div>
      {edited === "new" && <ExperimentForm page={page} experiment={null} onClose={close} />}
      {experiments.length === 0 && edited === null && (
        <p className="text-xs text-ink-2">
          No experiments yet. An experiment shows whether the change works: Ridgepoint measures with and
          without the change, and compares both arms while it runs.
        </p>
      )}
      <ul aria-label="Experiments">
        {experiments.map((one) =>
          edited === one.id ? (
            <li key={one.id}>
              <ExperimentForm page={page} experiment={one} onClose={close} />
            </li>
          ) : (
            <ExperimentItem
              key={one.id}
              number={page.investigation.number}
              experiment={one}
              rights={rights}
              onEdit={() => setEdited(one.id)}
            />
          ),
        )}
      </ul>
    </section>
  );
}
