import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { AppError } from "@/lib/model/app-error";
import { WriteError } from "./write-error";

test("a refused input is not to be sent again, and an unexpected failure is", () => {
  const { rerender } = render(<WriteError error={new AppError("too-large", "the file has 11 MiB")} />);
  expect(screen.getByRole("alert").textContent).toBe("Not saved. The file has 11 MiB.");
  rerender(<WriteError error={new Error("the response ended early")} />);
  expect(screen.getByRole("alert").textContent).toBe("Not saved. The response ended early. Try again.");
});
