import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { AddBaselineActions } from "./add-actions";

const refusal = "To capture or import a baseline, you need the role “editor”. Ask an admin for the role.";

function show(text: string | null): void {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <AddBaselineActions refusal={text} target={{ deployment: null, from: "now-1h", to: "now" }} />
    </QueryClientProvider>,
  );
}

test("a viewer reads why captures and imports are not offered", () => {
  show(refusal);
  expect(screen.getByText(refusal)).toBeVisible();
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.queryByLabelText("Baseline file to import")).toBeNull();
});

test("an editor can capture and import", () => {
  show(null);
  expect(screen.getByRole("button", { name: "Capture baseline" })).toBeEnabled();
  expect(screen.getByLabelText("Baseline file to import")).toBeEnabled();
});
