/** Tests that many rotations leave no timers or listeners behind. */
import { act, render, screen } from "@testing-library/react";
import { useEffect } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Clock } from "./clock";
import { useRotation } from "./use-rotation";

const turnMs = 5_000;
const mounted = new Set<string>();

/** Page with polling and a listener, like the real pages. */
function Page({ name }: { readonly name: string }) {
  useEffect(() => {
    mounted.add(name);
    const poll = setInterval(() => undefined, 1_000);
    const onVisible = (): void => undefined;
    document.addEventListener("visibilitychange", onVisible);
    return () => {
      mounted.delete(name);
      clearInterval(poll);
      document.removeEventListener("visibilitychange", onVisible);
    };
  }, [name]);
  return <p>{name}</p>;
}

function Harness({ onTurn = () => undefined }: { readonly onTurn?: () => void }) {
  const pages = ["overview", "signals", "traces"];
  const present = useRotation({ pageCount: pages.length, rotationIntervalMs: turnMs, onPageChange: onTurn });
  return (
    <>
      <Clock />
      <Page key={present} name={pages[present] ?? ""} />
    </>
  );
}

const pass = (ms: number): void => act(() => void vi.advanceTimersByTime(ms));
const hidden = vi.spyOn(document, "hidden", "get");

beforeEach(() => {
  vi.useFakeTimers();
  mounted.clear();
  hidden.mockReturnValue(false);
});
afterEach(() => {
  vi.useRealTimers();
});

test("shows one page at a time and starts again after the last page", () => {
  render(<Harness />);
  const shownPages = Array.from({ length: 4 }, () => {
    const names = [...mounted];
    pass(turnMs);
    return names;
  });
  expect(shownPages).toEqual([["overview"], ["signals"], ["traces"], ["overview"]]);
});

test("leaves no timer or listener after 300 turns", () => {
  const added = vi.spyOn(document, "addEventListener");
  const removed = vi.spyOn(document, "removeEventListener");
  const { unmount } = render(<Harness />);
  pass(3 * turnMs);
  const timers = vi.getTimerCount();
  const listeners = added.mock.calls.length - removed.mock.calls.length;
  for (let turn = 0; turn < 300; turn += 1) pass(turnMs);
  expect(vi.getTimerCount()).toBe(timers);
  expect(added.mock.calls.length - removed.mock.calls.length).toBe(listeners);
  expect(mounted.size).toBe(1);
  added.mockRestore();
  removed.mockRestore();
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});

test("pauses the rotation while the tab is hidden", () => {
  const onTurn = vi.fn();
  render(<Harness onTurn={onTurn} />);
  hidden.mockReturnValue(true);
  pass(10 * turnMs);
  expect(screen.getByText("overview")).toBeVisible();
  expect(onTurn).not.toHaveBeenCalled();
  hidden.mockReturnValue(false);
  pass(turnMs);
  expect(screen.getByText("signals")).toBeVisible();
  expect(onTurn).toHaveBeenCalledOnce();
});
