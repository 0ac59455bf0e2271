import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { InlineConfirmation } from "./inline-confirmation";

test("names the consequence, and runs the action only with the button of the action", async () => {
  const onConfirm = vi.fn();
  const onCancel = vi.fn();
  const question = (isPending: boolean) => (
    <InlineConfirmation
      label="Remove Ada"
      action="Remove person"
      isPending={isPending}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      Ada can no longer sign in.
    </InlineConfirmation>
  );
  const { rerender } = render(question(false));
  const group = within(screen.getByRole("group", { name: "Remove Ada" }));
  expect(group.getByText("Ada can no longer sign in.")).toBeVisible();
  const user = userEvent.setup();
  await user.click(group.getByRole("button", { name: "Cancel" }));
  expect([onConfirm, onCancel].map(({ mock }) => mock.calls.length)).toEqual([0, 1]);
  await user.click(group.getByRole("button", { name: "Remove person" }));
  expect(onConfirm).toHaveBeenCalledOnce();
  rerender(question(true));
  expect(group.getByRole("button", { name: "Remove person" })).toBeDisabled();
});
