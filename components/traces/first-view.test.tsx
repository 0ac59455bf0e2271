import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { TraceError } from "./first-view";

test("states why a trace cannot be loaded and what to do", async () => {
  const onRetry = vi.fn();
  render(
    <TraceError
      title="The source does not answer"
      detail="127.0.0.1:16686 refuses connections"
      next="Look at Settings, Sources for the reason."
      onRetry={onRetry}
    />,
  );
  expect(screen.getByRole("alert").textContent).toBe(
    "The source does not answer.127.0.0.1:16686 refuses connections.Look at Settings, Sources for the reason.Try again",
  );
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(onRetry).toHaveBeenCalledOnce();
});
