import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { AttributeDifferenceRow, ComparedSide } from "@/lib/contracts/traces/trace-comparison";
import { DistinguishingValues } from "./distinguishing-values";

const side = (label: string) => ({ label }) as ComparedSide;
const sides = { a: side("Slow"), b: side("Rest") };

function row(attribute: string, mayBeChance: boolean): AttributeDifferenceRow {
  return {
    attribute,
    service: null,
    match: { kind: "value", value: "x" },
    category: "request",
    equivalents: [],
    countA: 40,
    countB: 30,
    shareA: 0.8,
    shareB: 0.1,
    pValue: mayBeChance ? 0.4 : 0.001,
    mayBeChance,
  };
}

function renderRows(rows: readonly AttributeDifferenceRow[]): void {
  render(
    <DistinguishingValues
      sides={sides}
      separations={{ kind: "differences", testCount: rows.length, omittedCount: 0, rows: [...rows] }}
    />,
  );
}

const attributes = (): readonly (string | null)[] =>
  screen.queryAllByRole("rowheader").map(({ textContent }) => textContent);

test("lists significant values, and others only on request", () => {
  renderRows([row("server.address", false), row("user", true), row("region", true)]);
  expect(attributes()).toEqual(["server.address x"]);
  fireEvent.click(screen.getByRole("button", { name: "2 values without a significant difference" }));
  expect(attributes()).toEqual(["server.address x", "user x", "region x"]);
});

test("states that no value is significant, and still lists the values on request", () => {
  renderRows([row("user", true)]);
  expect(screen.getByText(/No attribute value is significantly more frequent/)).toBeInTheDocument();
  fireEvent.click(screen.getByRole("button", { name: "1 value without a significant difference" }));
  expect(attributes()).toEqual(["user x"]);
});

test("the button counts the values that do not fit first", () => {
  renderRows(Array.from({ length: 9 }, (_, index) => row(`attribute-${index}`, index === 8)));
  expect(attributes()).toHaveLength(7);
  fireEvent.click(screen.getByRole("button", { name: "2 more values" }));
  expect(attributes()).toHaveLength(9);
});
