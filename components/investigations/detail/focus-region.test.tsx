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

function Nested() {
  const [isFinished, setFinished] = useState(false);
  return (
    <FocusRegion>
      <FocusRegion target="button">
        {isFinished ? <button key="next">Save step 2</button> : <button key="save">Save step 1</button>}
      </FocusRegion>
      {!isFinished && <button onClick={() => setFinished(true)}>Finish</button>}
    </FocusRegion>
  );
}

test("a region does not take the focus that left it before its element was removed", async () => {
  const { container } = render(<Nested />);
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Save step 1" }));
  await user.click(screen.getByRole("button", { name: "Finish" }));
  await screen.findByRole("button", { name: "Save step 2" });
  await waitFor(() => expect(container.firstElementChild).toHaveFocus());
});

function Items() {
  const [removed, setRemoved] = useState<number | null>(null);
  return (
    <FocusRegion target="button:enabled">
      <button>Add</button>
      <ul>
        {[1, 2].map((item) => (
          <li key={item}>
            <button disabled={removed === item}>Link E{item}</button>
            <button>Steps of E{item}</button>
            {removed !== item && <button onClick={() => setRemoved(item)}>Remove E{item}</button>}
          </li>
        ))}
      </ul>
    </FocusRegion>
  );
}

test("the first enabled control of the list item receives the focus of an element that was removed from it", async () => {
  render(<Items />);
  await userEvent.setup().click(screen.getByRole("button", { name: "Remove E2" }));
  await waitFor(() => expect(screen.getByRole("button", { name: "Steps of E2" })).toHaveFocus());
});
