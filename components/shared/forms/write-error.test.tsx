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

test.each([
  ["Another team has the name X", "another team has the name X", "Choose another name."],
  [
    "The API token is malformed",
    "the API token is malformed. Copy it again",
    "Copy it again.",
    "The API token is malformed. Copy it again.",
  ],
  [
    "You need the role “admin” for this",
    "this request requires the role “admin”. Your role is “viewer”",
    "Your role is “viewer”. Ask an admin for the role.",
    "You need the role “admin” for this. This request requires the role “admin”. Your role is “viewer”. Ask an admin for the role.",
  ],
])("no sentence of an error is repeated: %s", (title, detail, next, expected = `${title}. ${next}`) => {
  const problem = { type: "urn:test", code: "conflict", status: 409, requestId: "r" } as const;
  render(<WriteError error={new ProblemError({ ...problem, title, detail, next })} />);
  expect(screen.getByRole("alert").textContent).toBe(expected);
});

test("a refusal whose reason states what to do shows the reason once", () => {
  const detail = "Step 6 needs a baseline. Choose a baseline in step 1, or skip step 1 and give a reason.";
  const problem = { code: "conflict", title: "The step cannot begin yet", status: 409, detail } as const;
  const show = (next: string) => (
    <WriteError error={new ProblemError({ ...problem, type: "urn:test", requestId: "r", next })} />
  );
  const { rerender } = render(show(detail));
  expect(screen.getByRole("alert").textContent).toBe(`The step cannot begin yet. ${detail}`);
  rerender(show("Open step 1."));
  expect(screen.getByRole("alert").textContent).toBe(`The step cannot begin yet. ${detail} Open step 1.`);
});

test("an invalid field is named as in the form, without instructions for programs", () => {
  const error = (pointer: string) =>
    new ProblemError({
      type: "urn:test",
      code: "invalid-input",
      title: "Invalid request",
      status: 400,
      detail: "body name: must not mix alphabets",
      next: "Send the request again.",
      requestId: "r",
      errors: [{ pointer, detail: "must not mix alphabets" }],
    });
  const { rerender } = render(<WriteError error={error("#/name")} />);
  expect(screen.getByRole("alert").textContent).toBe("Not saved. Name: must not mix alphabets.");
  rerender(<WriteError error={error("#/load/userCount")} />);
  expect(screen.getByRole("alert").textContent).toBe(
    "Invalid request. Body name: must not mix alphabets. Send the request again.",
  );
});
