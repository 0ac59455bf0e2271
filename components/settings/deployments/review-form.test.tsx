import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import type { ReviewableDeployment } from "@/lib/contracts/discovery";
import { z } from "@/components/shared/forms/field-schemas";
import { ReviewForm } from "./review-form";
import { useReviewForm } from "./use-review-form";

const schema = z.object({});
const deployment = { id: "1", title: "chat", version: 1 } as ReviewableDeployment;

function Review({ children }: { readonly children: ReactNode }) {
  const form = useReviewForm({ deployment, schema, storedValues: {}, onDone: () => undefined });
  return (
    <ReviewForm
      form={form}
      subject="phases"
      deployment={deployment}
      proposed={null}
      preview={<p>nothing</p>}
      resetBody={null}
      onCancel={() => undefined}
    >
      {children}
    </ReviewForm>
  );
}

function show(fields: ReactNode, before: ReactNode = null): void {
  render(
    <QueryClientProvider client={new QueryClient()}>
      {before}
      <Review>{fields}</Review>
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
