/** Tests which actions of a baseline are offered to a caller who may not use all of them. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { BaselineEntry } from "@/lib/contracts/baselines";
import { fixtureBaseline } from "../fixtures";
import { BaselineActions } from "./baseline-actions";

const refusal = "Another team owns this baseline. Ask a member of the team or an admin to make the change.";
const changes = ["Set as default", "Edit name and expiry", "Pin", "Delete"] as const;

/** Returns the names of the offered changes. */
function show(change: Partial<BaselineEntry>): readonly string[] {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <BaselineActions response={{ baseline: { ...fixtureBaseline, ...change }, defaults: [] }} />
    </QueryClientProvider>,
  );
  return changes.filter((name) => screen.queryByRole("button", { name }) !== null);
}

test("offers all changes to a caller who may make them", () => {
  expect(show({})).toEqual(changes);
  expect(screen.queryByText(refusal)).toBeNull();
});

test("states the refusal in place of the changes, and still compares and exports", () => {
  expect(show({ changeRefusal: refusal, defaultRefusal: refusal })).toEqual([]);
  expect(screen.getByText(refusal)).toBeVisible();
  expect(screen.getByRole("link", { name: "Compare with the last hour" })).toBeVisible();
});

test("a member of the baseline's team may not make it the default of a deployment of another team", () => {
  expect(show({ defaultRefusal: refusal })).toEqual(changes.slice(1));
});
