import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { AttributeList, safeUrl } from "./attribute-list";

test.each([
  ["https://example.com/a?b=c", "https://example.com/a?b=c"],
  ["http://localhost:8000/", "http://localhost:8000/"],
  ["javascript:alert(1)", null],
  ["JaVaScRiPt:alert(1)//http://x", null],
  ["data:text/html,<script>1</script>", null],
  ["https://user:secret@example.com/", null],
  ["see https://example.com", null],
  ["https://", null],
  ["//example.com", null],
  ["https://example.com/\\u{202e}gnp.exe", null],
  ["https:\\\\example.com", null],
])("recognises the URL %s", (value, url) => {
  expect(safeUrl(value)).toBe(url);
});

test("shows values as text, and web addresses as links without a referrer", () => {
  render(
    <AttributeList
      title="Attributes"
      attributes={{
        html: "<b>bold</b>",
        link: "https://example.com/",
        bad: "javascript:alert(1)",
        list: ["a", 2],
      }}
    />,
  );
  expect(screen.getByText("<b>bold</b>")).toBeDefined();
  expect(screen.getByText("a, 2")).toBeDefined();
  const link = screen.getByRole("link");
  expect([link.getAttribute("href"), link.getAttribute("rel"), link.getAttribute("target")]).toEqual([
    "https://example.com/",
    "noopener noreferrer",
    "_blank",
  ]);
});

test("collapses a long value and copies it completely", async () => {
  const long = "x".repeat(1_500);
  render(<AttributeList attributes={{ text: long }} />);
  expect(screen.queryByText(long)).toBeNull();
  const open = screen.getByRole("button", { name: "All 1,500 characters" });
  await userEvent.click(open);
  expect(screen.getByText(long)).toBeDefined();
  expect(screen.getByRole("button", { name: "Copy text" })).toBeDefined();
});

test("labels the received part of a truncated value", async () => {
  const beginning = "y".repeat(2_000);
  render(<AttributeList attributes={{ text: { prefix: beginning, totalCharacters: 200_000 } }} />);
  await userEvent.click(screen.getByRole("button", { name: "First 2,000 of 200,000 characters" }));
  expect(screen.getByText(`${beginning}…`)).toBeDefined();
  expect(screen.getByText("First 2,000 of 200,000 characters")).toBeDefined();
  expect(screen.getByRole("button", { name: "Copy the beginning of text" })).toBeDefined();
});
