"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import type { InvestigationResponse } from "@/lib/contracts/investigations/investigations";
import { investigationName } from "@/lib/model/investigation/investigation";
import { relationPhrase } from "@/lib/sentences/investigations/relation-text";
import { WriteError } from "@/components/shared/forms/write-error";
import { isolateDirection } from "@/components/shared/isolated-text";
import { Button } from "@/components/ui/button";
import { RelationForm } from "./relation-form";
import { removeRelation } from "../record-requests";
import { investigationKey } from "../investigation-requests";

/** Duplicates of the investigation and related investigations. */
export function RelationSection({ page }: { readonly page: InvestigationResponse }) {
  const [isAdding, setAdding] = useState(false);
  const queries = useQueryClient();
  const { investigation, relations, rights } = page;
  const { number } = investigation;
  const removal = useMutation({
    mutationFn: (id: string) => removeRelation(number, id),
    onSettled: () => queries.invalidateQueries({ queryKey: investigationKey(number) }),
  });
  return (
    <section aria-labelledby="relations" className="text-xs">
      <div className="flex items-center justify-between gap-2">
        <h2 id="relations" className="text-sm font-semibold">
          Related investigations
        </h2>
        {rights.canEdit && !isAdding && (
          <Button size="sm" variant="ghost" className="print:hidden" onClick={() => setAdding(true)}>
            Add relation
          </Button>
        )}
      </div>
      {relations.length === 0 && !isAdding && <p className="text-ink-2">None yet</p>}
      <ul>
        {relations.map((relation) => (
          <li key={relation.id} className="flex items-center justify-between gap-2 py-0.5">
            <span className="min-w-0 wrap-anywhere">
              <span className="text-ink-2">{relationPhrase(relation)} </span>
              <Link
                href={`/investigations/${investigationName(relation.number)}`}
                className="text-accent hover:underline"
              >
                {investigationName(relation.number)} {isolateDirection(relation.title)}
              </Link>
            </span>
            {rights.canEdit && (
              <Button
                size="sm"
                variant="ghost"
                className="print:hidden"
                aria-label={`Remove the relation to ${investigationName(relation.number)}`}
                disabled={removal.isPending}
                onClick={() => removal.mutate(relation.id)}
              >
                Remove
              </Button>
            )}
          </li>
        ))}
      </ul>
      <WriteError error={removal.error} />
      {isAdding && <RelationForm number={number} onClose={() => setAdding(false)} />}
    </section>
  );
}
