import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Account } from "./signed-in-person";

test("a person whom a proxy signs in has no button that signs out", () => {
  const { rerender } = render(<Account name="Ada" canSignOut={false} />);
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.getByText("A proxy signs you in. Sign out there.")).toBeVisible();
  rerender(<Account name="Ada" canSignOut />);
  expect(screen.getByRole("button", { name: "Sign out" })).toBeEnabled();
});
