import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { EnvironmentDifferences } from "./differences";

const path = "engine.scheduler.max-num-batched-tokens";

test("a path is readable next to long values: it has a minimum width, and the values wrap", () => {
  const value = { value: "8192, chunked prefill on", origin: "observed" } as const;
  render(
    <EnvironmentDifferences
      environment={{
        differences: [{ path, before: value, after: value, isDeclared: false }],
        unknown: [],
        equalCount: 3,
        isFactorUnchanged: false,
        refusal: null,
      }}
    />,
  );
  const row = screen.getByRole("row", { name: new RegExp(path) });
  expect(within(row).getByText(path)).toHaveClass("md:min-w-[200px]");
  for (const cell of within(row).getAllByText(/chunked prefill/))
    expect(cell.closest(".whitespace-normal")).toHaveClass("max-w-[240px]");
});
