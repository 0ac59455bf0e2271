"use client";

import type { DisplayEntry } from "@/lib/contracts/people/displays";
import { formatRelativeWindow } from "@/lib/format/time";
import { RevocableRow } from "@/components/shared/forms/revocable-row";
import { displayPageText, displaysQuery, revokeDisplay } from "./display-requests";

/** One link of a wall display with its pages, state and last use. */
export function DisplayRow({ display }: { readonly display: DisplayEntry }) {
  const { id, pages, deployment, period } = display;
  return (
    <RevocableRow
      entry={display}
      noun="link"
      consequence="Displays that use this link show the sign-in page from then on."
      onRevoke={() => revokeDisplay(id)}
      listKey={displaysQuery.queryKey}
    >
      <span className="text-xs text-ink-2">
        {pages.map((page) => displayPageText[page]).join(", ")} · {deployment ?? "worst deployment"} ·{" "}
        {formatRelativeWindow(period, "now")}
      </span>
    </RevocableRow>
  );
}
