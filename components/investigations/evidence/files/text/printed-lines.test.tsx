import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { maxPrintedLines, PrintedLines } from "./printed-lines";
import { indexLines } from "./text-lines";

const textOf = (lineCount: number): string =>
  Array.from({ length: lineCount }, (_, index) => `line ${index + 1}`).join("\n");

test("paper has all lines of a text that cannot be scrolled there", () => {
  const { container } = render(<PrintedLines lines={indexLines(textOf(60))} />);
  expect(container.querySelector("pre")?.textContent).toBe(textOf(60));
  expect(container.querySelector("p")).toBeNull();
});

test("a very long text is limited, and the number of omitted lines can be computed", () => {
  const { container } = render(<PrintedLines lines={indexLines(textOf(maxPrintedLines + 5))} />);
  expect(container.querySelector("pre")?.textContent).toBe(textOf(maxPrintedLines));
  expect(container.textContent).toContain("The first 2,000 of 2,005 lines are printed.");
});
