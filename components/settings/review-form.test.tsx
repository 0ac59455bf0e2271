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

test("an edit that comes late takes the focus to its first field, or to itself while its fields are yet to come", () => {
  show(<input aria-label="Operation" />);
  expect(screen.getByRole("textbox", { name: "Operation" })).toHaveFocus();
  document.body.replaceChildren();
  show(<p>Reading which services there are</p>);
  expect(screen.getByRole("form", { name: "Phases of chat" })).toHaveFocus();
});

test("a field that has the focus already keeps it", () => {
  show(
    <>
      <input aria-label="First" />
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- what is tested is that it stays */}
      <input aria-label="Second" autoFocus />
    </>,
  );
  expect(screen.getByRole("textbox", { name: "Second" })).toHaveFocus();
});
