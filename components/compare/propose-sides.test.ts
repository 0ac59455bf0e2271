import { expect, test } from "vitest";
import { proposeSides } from "./propose-sides";

const windowsOf = (from: string, to: string) => {
  const { before, after } = proposeSides({ d: "chat", from, to });
  return [before, after].map((side) => (side?.kind === "window" ? side.window : null));
};

test("proposes the window of the view and the one before it", () => {
  expect(windowsOf("now-6h", "now")).toEqual([
    { from: "now-12h", to: "now-6h" },
    { from: "now-6h", to: "now" },
  ]);
  expect(windowsOf("1800000600000", "1800001200000")).toEqual([
    { from: "1800000000000", to: "1800000600000" },
    { from: "1800000600000", to: "1800001200000" },
  ]);
});

test("proposes the last two hours for another window, and nothing without a deployment", () => {
  expect(windowsOf("now-2h", "now-1h")).toEqual([
    { from: "now-2h", to: "now-1h" },
    { from: "now-1h", to: "now" },
  ]);
  expect(proposeSides({ d: null, from: "now-1h", to: "now" })).toEqual({ before: null, after: null });
});
