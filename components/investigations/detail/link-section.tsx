"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Investigation, InvestigationResponse } from "@/lib/contracts/investigations/investigations";
import { WriteError } from "@/components/shared/forms/write-error";
import { isolateDirection } from "@/components/shared/isolated-text";
import { Button } from "@/components/ui/button";
import { findPropertiesSaveAuthor } from "../timeline/find-last-save-author";
import { LinkForm, linkKindTitles } from "./link-form";
import { editInvestigation, investigationKey } from "../investigation-requests";

type InvestigationLink = Investigation["links"][number];

/** Links to pull requests, tickets and documents. */
export function LinkSection({ page }: { readonly page: InvestigationResponse }) {
  const [isAdding, setAdding] = useState(false);
  const queries = useQueryClient();
  const { investigation, rights } = page;
  const { links } = investigation;
  const removal = useMutation({
    mutationFn: (link: InvestigationLink) =>
      editInvestigation(investigation, { links: links.filter((one) => one !== link) }),
    onSettled: () => queries.invalidateQueries({ queryKey: investigationKey(investigation.number) }),
  });
  return (
    <section aria-labelledby="links" className="text-xs">
      <div className="flex items-center justify-between gap-2">
        <h2 id="links" className="text-sm font-semibold">
          Links
        </h2>
        {rights.canEdit && !isAdding && (
          <Button size="sm" variant="ghost" className="print:hidden" onClick={() => setAdding(true)}>
            Add link
          </Button>
        )}
      </div>
      {links.length === 0 && !isAdding && <p className="text-ink-2">No links yet</p>}
      <ul>
        {links.map((link) => (
          <li
            key={`${link.kind} ${link.url} ${link.title}`}
            className="flex items-center justify-between gap-2 py-0.5"
          >
            <span className="min-w-0 wrap-anywhere">
              <span className="text-ink-2">{linkKindTitles[link.kind]}: </span>
              <a href={link.url} rel="noreferrer" target="_blank" className="text-accent hover:underline">
                {isolateDirection(link.title)}
              </a>
            </span>
            {rights.canEdit && (
              <Button
                size="sm"
                variant="ghost"
                className="print:hidden"
                aria-label={`Remove the link ${link.title}`}
                disabled={removal.isPending}
                onClick={() => removal.mutate(link)}
              >
                Remove
              </Button>
            )}
          </li>
        ))}
      </ul>
      <WriteError error={removal.error} lastSave={findPropertiesSaveAuthor(page)} />
      {isAdding && <LinkForm page={page} onClose={() => setAdding(false)} />}
    </section>
  );
}
