/** Shortcuts on keyboards that have their characters elsewhere. */
import { fireEvent, renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Shortcut } from "./shortcuts";
import { useShortcut } from "./use-shortcut";

interface Typed {
  readonly key: string;
  readonly code: string;
  readonly shiftKey?: boolean;
  readonly ctrlKey?: boolean;
}

function typing(id: Shortcut["id"], ...keys: readonly Typed[]): number {
  const act = vi.fn();
  const { unmount } = renderHook(() => useShortcut(id, act));
  for (const key of keys) {
    fireEvent.keyDown(document, key);
    fireEvent.keyUp(document, key);
  }
  unmount();
  return act.mock.calls.length;
}

test.each([
  ["American", { key: "?", code: "Slash", shiftKey: true }],
  ["German", { key: "?", code: "Minus", shiftKey: true }],
  ["French", { key: "?", code: "KeyM", shiftKey: true }],
])("? opens the help on a keyboard that is %s", (_layout, key) => {
  expect(typing("help", key)).toBe(1);
});

test("what stands where ? stands elsewhere does nothing", () => {
  expect(typing("help", { key: "_", code: "Slash", shiftKey: true })).toBe(0);
});

test("Z is the key that types z, not the one where an American z is", () => {
  expect(typing("zoom-out", { key: "z", code: "KeyY" })).toBe(1);
  expect(typing("zoom-out", { key: "y", code: "KeyZ" })).toBe(0);
});

test("two letters one after the other, and one with Ctrl", () => {
  expect(typing("overview", { key: "g", code: "KeyG" }, { key: "o", code: "KeyO" })).toBe(1);
  expect(typing("palette", { key: "k", code: "KeyK", ctrlKey: true })).toBe(1);
  expect(typing("palette", { key: "k", code: "KeyK" })).toBe(0);
});
