import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ErrorBoundary } from "./error-boundary";

let isBroken = true;

function Panel({ title, breaks }: { readonly title: string; readonly breaks: boolean }) {
  if (breaks) throw new Error("a value is not a number");
  return <p>{title} is drawn</p>;
}

test("a panel that fails to render leaves the others, names the error, and can be tried again", () => {
  // React reports errors of boundaries to the console.
  const log = vi.spyOn(console, "error").mockReturnValue();
  isBroken = true;
  const panel = (title: string, breaks: boolean) => (
    <ErrorBoundary contentTitle={title}>
      <Panel title={title} breaks={breaks} />
    </ErrorBoundary>
  );
  const page = () => (
    <main>
      {panel("TTFT", isBroken)}
      {panel("Requests", false)}
    </main>
  );
  const { rerender } = render(page());
  expect(screen.getByText("Requests is drawn")).toBeVisible();
  expect(screen.getByRole("alert")).toHaveTextContent("TTFT could not be displayed.a value is not a number");
  log.mockClear();
  isBroken = false;
  rerender(page());
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(screen.getByText("TTFT is drawn")).toBeVisible();
});
