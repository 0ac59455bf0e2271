import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { InvestigationResponse } from "@/lib/contracts/investigations/investigations";
import { makeQueryClient } from "@/lib/client/query-client";
import { QueryClientProvider } from "@tanstack/react-query";
import { InvestigationHeader } from "./investigation-header";

function show(state: string, dueOn: string | null): void {
  const investigation = {
    number: 31,
    title: "Slow first tokens",
    state,
    severity: 2,
    owner: null,
    dueOn,
    team: null,
    visibility: "open",
    deployments: [],
    tags: [],
  };
  const rights = { canEdit: false, editRefusal: null };
  const page = { asOfMs: Date.UTC(2026, 10, 20, 12), investigation, rights };
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <InvestigationHeader page={page as unknown as InvestigationResponse} />
    </QueryClientProvider>,
  );
}

test.each([
  ["active", "2026-11-18", 1],
  ["active", "2026-11-22", 0],
  ["resolved", "2026-11-18", 0],
  ["active", null, 0],
])("an investigation that is %s and due on %s has %i marks “overdue”", (state, dueOn, count) => {
  show(state, dueOn);
  expect(screen.queryAllByText("overdue")).toHaveLength(count);
});

test("a link leads to the comments, which are below all evidence on narrow screens", () => {
  show("active", null);
  expect(screen.getByRole("link", { name: "Comments and timeline" })).toHaveAttribute("href", "#timeline");
});
