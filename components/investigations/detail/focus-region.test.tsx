import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { FocusRegion } from "./focus-region";

function Example({ target }: { readonly target?: string }) {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <button>Outside</button>
      <FocusRegion {...(target !== undefined && { target })}>
        {isOpen ? (
          <button key="save" onClick={() => setOpen(false)}>
            Save
          </button>
        ) : (
          <button key="edit">Edit</button>
        )}
      </FocusRegion>
    </>
  );
}

test("the target receives the focus of an element that was removed", async () => {
  render(<Example target="button" />);
  await userEvent.setup().click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.getByRole("button", { name: "Edit" })).toHaveFocus());
});

test("without a target, the region receives the focus", async () => {
  render(<Example />);
  await userEvent.setup().click(screen.getByRole("button", { name: "Save" }));
  const next = await screen.findByRole("button", { name: "Edit" });
  await waitFor(() => expect(next.parentElement).toHaveFocus());
});
