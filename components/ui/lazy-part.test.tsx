/** Tests that popovers and menus load on first use, keep the focus, and report load errors. */
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { createLazyPart, TriggerPlaceholder, useLazyPart } from "./lazy-part";
import { MenuButton } from "./menu-button";
import { PopoverButton } from "./popover-button";

const face = { label: "Window", className: "h-7", children: "Last hour" };

test("opens a popover on click, moves the focus inside, and returns it to the button", async () => {
  const user = userEvent.setup();
  render(
    <PopoverButton triggerProps={face} heading="Windows">
      {(close) => (
        <button type="button" onClick={close}>
          Last day
        </button>
      )}
    </PopoverButton>,
  );
  await user.tab();
  expect(screen.getByRole("button", { name: "Window" })).toHaveFocus();
  await user.keyboard("{Enter}");
  const popover = await screen.findByRole("dialog", { name: "Windows" });
  await waitFor(() => expect(popover).toContainElement(document.activeElement as HTMLElement));
  await user.click(screen.getByRole("button", { name: "Last day" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(screen.getByRole("button", { name: "Window" })).toHaveFocus());
});

test("closes on a second click and opens again on a third", async () => {
  const user = userEvent.setup();
  render(<PopoverButton triggerProps={face}>{() => <p>Inside</p>}</PopoverButton>);
  const button = () => screen.getByRole("button", { name: "Window" });
  await user.click(button());
  await screen.findByText("Inside");
  expect(button()).toHaveAttribute("aria-expanded", "true");
  await user.click(button());
  await waitFor(() => expect(screen.queryByText("Inside")).toBeNull());
  await user.click(button());
  expect(await screen.findByText("Inside")).toBeVisible();
});

test("opens a menu with the arrow key and selects an option by keyboard", async () => {
  const user = userEvent.setup();
  const onChoose = vi.fn();
  const onOpenChange = vi.fn();
  const choices = ["pods", "hosts"].map((key) => ({
    key,
    isChosen: key === "pods",
    onChoose: () => onChoose(key),
    children: key,
  }));
  render(<MenuButton triggerProps={face} options={choices} onOpenChange={onOpenChange} />);
  await user.tab();
  await user.keyboard("{ArrowDown}");
  await screen.findByRole("menu");
  expect(screen.getByRole("menuitemcheckbox", { name: "pods" })).toBeChecked();
  await waitFor(() =>
    expect(screen.getByRole("menu")).toContainElement(document.activeElement as HTMLElement),
  );
  await user.click(screen.getByRole("menuitemcheckbox", { name: "hosts" }));
  expect(onChoose).toHaveBeenCalledExactlyOnceWith("hosts");
  expect(onOpenChange.mock.calls).toEqual([[true], [false]]);
});

test("shows an error when the code cannot be loaded and retries on the next click", async () => {
  const user = userEvent.setup();
  const loads = [() => Promise.reject(new Error("gone")), () => Promise.resolve("the part")];
  const load = vi.fn(() => loads.shift()?.() ?? Promise.reject(new Error("no more")));
  const source = createLazyPart(load);
  const closed = vi.fn();
  function Part() {
    const { part, isFailed, show } = useLazyPart(source, closed);
    if (part !== null) return <p>{part}</p>;
    return (
      <TriggerPlaceholder
        triggerProps={face}
        popupKind="dialog"
        isFailed={isFailed}
        onActivate={show}
        onPrefetch={vi.fn()}
      />
    );
  }
  render(<Part />);
  await user.click(screen.getByRole("button"));
  expect(await screen.findByRole("alert")).toHaveTextContent("could not be loaded");
  expect(closed).toHaveBeenCalledOnce();
  await user.click(screen.getByRole("button"));
  expect(await screen.findByText("the part")).toBeVisible();
  expect(load).toHaveBeenCalledTimes(2);
  await act(() => source.load());
  expect(load).toHaveBeenCalledTimes(2);
});
