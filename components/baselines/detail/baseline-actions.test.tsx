/** Tests which actions of a baseline are offered to a caller who may not use all of them. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { BaselineEntry, BaselineResponse } from "@/lib/contracts/baselines";
import { fixtureBaseline, fixtureUses } from "../fixtures";
import { BaselineActions } from "./baseline-actions";

const refusal = "Another team owns this baseline. Ask a member of the team or an admin to make the change.";
const edits = ["Edit name and expiry", "Pin", "Delete"] as const;
const changes = ["Set as default", "Accept as the new normal", "Remove default", ...edits] as const;

/** Returns the names of the offered changes. */
function show(
  change: Partial<BaselineEntry>,
  defaults: BaselineResponse["defaults"] = [],
): readonly string[] {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <BaselineActions
        response={{ baseline: { ...fixtureBaseline, ...change }, defaults, uses: fixtureUses }}
      />
    </QueryClientProvider>,
  );
  return changes.filter((name) => screen.queryByRole("button", { name }) !== null);
}

test("offers all changes to a caller who may make them", () => {
  expect(show({})).toEqual(["Set as default", ...edits]);
  expect(screen.queryByText(refusal)).toBeNull();
});

test("states the refusal in place of the changes, and still compares and exports", () => {
  expect(show({ changeRefusal: refusal, defaultRefusal: refusal })).toEqual([]);
  expect(screen.getByText(refusal)).toBeVisible();
  expect(screen.getByRole("link", { name: "Compare with the last hour" })).toBeVisible();
});

test("a member of the baseline's team may not make it the default of a deployment of another team", () => {
  expect(show({ defaultRefusal: refusal })).toEqual(edits);
});

const chosen = { name: "A week", sinceMs: 0, reason: "stable", author: "operator", baselineId: "other" };

test.each([
  ["another default is replaced", { isCurrent: true, isRemoval: false }, "Accept as the new normal"],
  ["after a removal there is none to replace", { isCurrent: false, isRemoval: true }, "Set as default"],
])("%s", (_, state, action) => {
  expect(show({}, [{ ...chosen, ...state }])).toEqual([action, ...edits]);
});

test("the default can be removed, unless the caller may not change it", () => {
  const present = [{ ...chosen, baselineId: fixtureBaseline.id, isCurrent: true, isRemoval: false }];
  expect(show({ isDefault: true }, present)).toEqual(["Remove default", ...edits]);
  cleanup();
  expect(show({ isDefault: true, defaultRefusal: refusal }, present)).toEqual(edits);
});
