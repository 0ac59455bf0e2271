import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { SentenceText } from "./sentence-text";

test("keeps the sentence order around a right-to-left deployment name", () => {
  const { container } = render(
    <SentenceText
      sentence={[
        { kind: "text", text: "חיפוש is slow: TTFT p95 is ", emphasis: true },
        { kind: "number", value: 1.2, unit: "seconds", displayUnit: "s" },
        { kind: "text", text: ", 5 wait; chat is well." },
      ]}
    />,
  );
  expect([...container.querySelectorAll("bdi")].map(({ textContent }) => textContent)).toEqual(["חיפוש"]);
  expect(container.textContent).toBe("חיפוש is slow: TTFT p95 is 1.20\u202fs, 5 wait; chat is well.");
});
