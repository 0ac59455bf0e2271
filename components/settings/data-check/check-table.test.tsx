import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { CheckRow } from "@/lib/model/data-check";
import { CheckTable } from "./check-table";

const missing: CheckRow = {
  signal: "running",
  outcome: "without-data",
  reason: "target-down",
  detail: "The deployment's targets do not respond to scrapes.",
  howToEnable: null,
  value: null,
  caveat: null,
  queries: [],
};

test("shows since when targets are down, if known", () => {
  const downSince = { kind: "at-least", elapsedMs: 6 * 3_600_000 } as const;
  const { rerender } = render(
    <CheckTable deployment="chat" title="Chat" rows={[{ ...missing, downSince }]} />,
  );
  expect(screen.getByRole("listitem", { name: "Running requests" })).toHaveTextContent(
    /target down.*Down for at least 6.h\..*do not respond/,
  );
  rerender(<CheckTable deployment="chat" title="Chat" rows={[missing]} />);
  expect(screen.getByRole("listitem")).not.toHaveTextContent("at least");
});

test('shows "no series" separately from "metric absent"', () => {
  render(<CheckTable deployment="chat" title="Chat" rows={[{ ...missing, reason: "no-series" }]} />);
  expect(screen.getByRole("listitem")).toHaveTextContent("no series");
});
