/** A row whose source answered with a warning says so; one without, or from an older server, does not. */
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { ViewState } from "@/lib/client/url-state";
import { judgedRow } from "@/tests/support/overview-rows";
import { FleetRow } from "./fleet-row";

const row = judgedRow("chat", "ok");
const view = { from: "now-6h", to: "now", live: true } as ViewState;

test.each([
  [["a store did not answer"], "partial: a store did not answer."],
  [["one", "two", "three"], "partial: one and 2 more."],
])("warnings %j", (warnings, said) => {
  render(<FleetRow row={{ ...row, warnings }} asOfMs={0} view={view} />);
  expect(screen.getByText(said)).toBeVisible();
});

test.each([[{}], [{ warnings: [] }]])("no warnings: %j", (parts) => {
  render(<FleetRow row={{ ...row, ...parts }} asOfMs={0} view={view} />);
  expect(screen.queryByText(/partial/)).toBeNull();
});
