"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { HypothesisEntry } from "@/lib/contracts/investigations/hypotheses";
import type { InvestigationResponse } from "@/lib/contracts/investigations/investigations";
import type { HypothesisStatus } from "@/lib/model/investigation/hypothesis";
import { WriteError } from "@/components/shared/forms/write-error";
import { Button } from "@/components/ui/button";
import { findLastSaveAuthor } from "../timeline/find-last-save-author";
import { HypothesisForm } from "./hypothesis-form";
import { HypothesisItem } from "./hypothesis-item";
import { HypothesisLinkForm } from "./hypothesis-link-form";
import { hypothesisDraftPart } from "./hypothesis-schema";
import { draftsQuery, investigationKey } from "../investigation-requests";
import { editHypothesis, rankHypotheses } from "../record-requests";

/** Competing hypotheses side by side: statement, evidence for and against, and status, by rank. */
export function HypothesisSection({ page }: { readonly page: InvestigationResponse }) {
  const [edited, setEdited] = useState<string | null>(null);
  const [linked, setLinked] = useState<string | null>(null);
  const queries = useQueryClient();
  const { investigation, hypotheses, rights } = page;
  const { number } = investigation;
  const hasEvidence = page.earlierEvidenceCount > 0 || page.evidence.some(({ removal }) => removal === null);
  const hasDraft = useHasDraft(page);
  const refresh = () => queries.invalidateQueries({ queryKey: investigationKey(number) });
  const status = useMutation({
    mutationFn: (change: { readonly one: HypothesisEntry; readonly status: HypothesisStatus }) =>
      editHypothesis(number, change.one, { status: change.status }),
    onSettled: refresh,
  });
  const ranking = useMutation({
    mutationFn: (order: readonly string[]) => rankHypotheses(number, order),
    onSettled: refresh,
  });
  const moveUp = (index: number): void => ranking.mutate(listWithMoved(hypotheses, index));
  return (
    <section aria-labelledby="hypotheses" className="border-t border-rule pt-3">
      <div className="flex items-baseline justify-between gap-2 pb-1">
        <h2 id="hypotheses" className="font-semibold">
          Hypotheses <span className="text-xs font-normal text-ink-2">the most likely first</span>
        </h2>
        {rights.canEdit && edited === null && (
          <Button size="sm" className="print:hidden" onClick={() => setEdited("new")}>
            {hasDraft(null) ? "Continue draft of a hypothesis" : "Add hypothesis"}
          </Button>
        )}
      </div>
      {edited === "new" && (
        <HypothesisForm number={number} hypothesis={null} onClose={() => setEdited(null)} />
      )}
      {hypotheses.length === 0 && edited === null && (
        <p className="text-xs text-ink-2">
          No hypotheses yet. State each possible cause as a hypothesis, so that evidence can support or refute
          it.
        </p>
      )}
      <WriteError
        error={status.error ?? ranking.error}
        lastSave={status.variables === undefined ? null : findHypothesisSave(page, status.variables.one)}
        className="pb-1"
      />
      <ul aria-label="Hypotheses">
        {hypotheses.map((one, index) =>
          edited === one.id ? (
            <li key={one.id}>
              <HypothesisForm
                number={number}
                hypothesis={one}
                lastSave={findHypothesisSave(page, one)}
                onClose={() => setEdited(null)}
              />
            </li>
          ) : linked === one.id ? (
            <li key={one.id}>
              <HypothesisLinkForm page={page} hypothesis={one} onClose={() => setLinked(null)} />
            </li>
          ) : (
            <HypothesisItem
              key={one.id}
              hypothesis={one}
              currentRound={investigation.round}
              evidenceTitles={listEvidenceTitles(page)}
              canEdit={rights.canEdit}
              hasDraft={hasDraft(one)}
              isSaving={status.isPending || ranking.isPending}
              onStatus={(chosen) => status.mutate({ one, status: chosen })}
              onEdit={() => setEdited(one.id)}
              {...(hasEvidence && { onLink: () => setLinked(one.id) })}
              {...(index > 0 && { onMoveUp: () => moveUp(index) })}
            />
          ),
        )}
      </ul>
    </section>
  );
}

function listEvidenceTitles({ evidence }: InvestigationResponse): ReadonlyMap<number, string> {
  return new Map(evidence.map(({ number, title }) => [number, title]));
}

/** Returns the ids with the one at the index moved up by one rank. */
function listWithMoved(hypotheses: readonly HypothesisEntry[], index: number): readonly string[] {
  const ids = hypotheses.map(({ id }) => id);
  const swapped = ids.slice(index - 1, index + 1).toReversed();
  return [...ids.slice(0, index - 1), ...swapped, ...ids.slice(index + 1)];
}

/** Returns a function that states whether the person has unsaved input to a hypothesis; null for a new one. */
function useHasDraft({ investigation, rights }: InvestigationResponse) {
  const { data } = useQuery({ ...draftsQuery(investigation.number), enabled: rights.canEdit });
  return (one: HypothesisEntry | null): boolean =>
    data?.drafts.some(({ part }) => part === hypothesisDraftPart(one)) === true;
}

function findHypothesisSave({ timeline }: InvestigationResponse, { number }: HypothesisEntry) {
  return findLastSaveAuthor(
    timeline.entries,
    (entry) => entry.kind === "hypothesis" && entry.number === number,
  );
}
