import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { ProblemError } from "@/lib/client/fetch-json";
import { AppError } from "@/lib/model/app-error";
import { WriteError } from "./write-error";

test("a refused input is not to be sent again, and an unexpected failure is", () => {
  const { rerender } = render(<WriteError error={new AppError("too-large", "the file has 11 MiB")} />);
  expect(screen.getByRole("alert").textContent).toBe("Not saved. The file has 11 MiB.");
  rerender(<WriteError error={new Error("the response ended early")} />);
  expect(screen.getByRole("alert").textContent).toBe("Not saved. The response ended early. Try again.");
});

test("a refusal whose reason states what to do shows the reason once", () => {
  const detail = "Step 6 needs a baseline. Choose a baseline, or skip step 1 with a reason.";
  const problem = { code: "conflict", title: "The step cannot begin yet", status: 409, detail } as const;
  const show = (next: string) => (
    <WriteError error={new ProblemError({ ...problem, type: "urn:test", requestId: "r", next })} />
  );
  const { rerender } = render(show(detail));
  expect(screen.getByRole("alert").textContent).toBe(`The step cannot begin yet. ${detail}`);
  rerender(show("Open step 1."));
  expect(screen.getByRole("alert").textContent).toBe(`The step cannot begin yet. ${detail} Open step 1.`);
});
