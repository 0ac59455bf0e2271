import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { PanelAbsence } from "./panel-absence";

const detail = "The source has no sample of the deployment from this time.";

test("shows the time of the first sample under the reason, if known", () => {
  const atMs = Date.UTC(2026, 10, 19, 14);
  const { rerender } = render(
    <PanelAbsence reason="no-data" detail={detail} firstSample={{ atMs, withinMs: 60_000 }} />,
  );
  expect(screen.getByText(/The first sample after the window is from about Thu 19 Nov/)).toBeVisible();
  rerender(<PanelAbsence reason="no-data" detail={detail} />);
  expect(screen.getByText(detail)).toBeVisible();
  expect(screen.queryByText(/first sample/)).toBeNull();
});
