import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { ReviewForm } from "./review-form";

function show(fields: ReactNode, before: ReactNode = null): void {
  render(
    <QueryClientProvider client={new QueryClient()}>
      {before}
      <ReviewForm
        subject="phases"
        deployment={{ id: "1", title: "chat" }}
        isBusy={false}
        proposed={null}
        preview={<p>nothing</p>}
        onSave={() => undefined}
        onReset={null}
        onCancel={() => undefined}
      >
        {fields}
      </ReviewForm>
    </QueryClientProvider>,
  );
}

test("focuses the first field, or the form itself until its fields are loaded", () => {
  show(<input aria-label="Operation" />);
  expect(screen.getByRole("textbox", { name: "Operation" })).toHaveFocus();
  document.body.replaceChildren();
  show(<p>Loading trace services</p>);
  expect(screen.getByRole("form", { name: "Phases of chat" })).toHaveFocus();
});

test("keeps the focus on a field that already has it", () => {
  show(
    <>
      <input aria-label="First" />
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- what is tested is that it stays */}
      <input aria-label="Second" autoFocus />
    </>,
  );
  expect(screen.getByRole("textbox", { name: "Second" })).toHaveFocus();
});
