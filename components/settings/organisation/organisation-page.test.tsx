import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { OrganisationPage } from "./organisation-page";

const settings = {
  asOfMs: 0,
  timeZone: "Asia/Tokyo",
  requiresSecondFactor: false,
  allowsReportLinks: true,
  version: 1,
};
const refusal = "You need the role “admin” for this. Your role is “viewer”. Ask an admin for the role.";

afterEach(() => vi.unstubAllGlobals());

function show(changeRefusal: string | null): void {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ ...settings, changeRefusal })));
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <OrganisationPage />
    </QueryClientProvider>,
  );
}

test("a viewer reads the settings, but cannot change them", async () => {
  show(refusal);
  expect(await screen.findByText(refusal)).toBeVisible();
  for (const option of screen.getAllByRole("checkbox")) expect(option).toBeDisabled();
  expect(screen.queryByRole("combobox")).toBeNull();
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent(
    "The organisation uses Asia/Tokyo time.",
  );
});

test("an admin can change the settings", async () => {
  show(null);
  expect(await screen.findByRole("combobox")).toBeEnabled();
  for (const option of screen.getAllByRole("checkbox")) expect(option).toBeEnabled();
});
