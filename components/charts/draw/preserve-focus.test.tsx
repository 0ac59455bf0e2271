import { render, screen } from "@testing-library/react";
import { useRef } from "react";
import { expect, test } from "vitest";
import { PreserveFocus, usePreservedFocus } from "./preserve-focus";

function Chart({ name }: { readonly name: string }) {
  const frame = useRef<HTMLButtonElement>(null);
  usePreservedFocus(frame);
  return (
    <button ref={frame} type="button">
      {name}
    </button>
  );
}

const page = (name: string | null) => (
  <>
    <PreserveFocus>{name === null ? "Reading" : <Chart key={name} name={name} />}</PreserveFocus>
    <input aria-label="elsewhere" />
  </>
);

test("moves the focus to the chart that replaces a focused one, also after loading, and back", () => {
  const { rerender } = render(page("lines"));
  screen.getByText("lines").focus();
  rerender(page(null));
  expect(document.body).toHaveFocus();
  rerender(page("cells"));
  expect(screen.getByText("cells")).toHaveFocus();
  rerender(page("lines"));
  expect(screen.getByText("lines")).toHaveFocus();
});

test("takes no focus from another element, nor from the page without a previous chart", () => {
  const { rerender } = render(page("lines"));
  expect(document.body).toHaveFocus();
  screen.getByText("lines").focus();
  rerender(page(null));
  screen.getByLabelText("elsewhere").focus();
  rerender(page("cells"));
  expect(screen.getByLabelText("elsewhere")).toHaveFocus();
});
