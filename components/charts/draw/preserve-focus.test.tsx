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

const place = (name: string | null) => (
  <>
    <PreserveFocus>{name === null ? "Reading" : <Chart key={name} name={name} />}</PreserveFocus>
    <input aria-label="elsewhere" />
  </>
);

test("moves the focus to the chart that replaces a focused one, also after loading, and back", () => {
  const { rerender } = render(place("lines"));
  screen.getByText("lines").focus();
  rerender(place(null));
  expect(document.body).toHaveFocus();
  rerender(place("cells"));
  expect(screen.getByText("cells")).toHaveFocus();
  rerender(place("lines"));
  expect(screen.getByText("lines")).toHaveFocus();
});

test("takes no focus from another element, nor from the page without a previous chart", () => {
  const { rerender } = render(place("lines"));
  expect(document.body).toHaveFocus();
  screen.getByText("lines").focus();
  rerender(place(null));
  screen.getByLabelText("elsewhere").focus();
  rerender(place("cells"));
  expect(screen.getByLabelText("elsewhere")).toHaveFocus();
});
