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
  readonly metaKey?: boolean;
  readonly altKey?: boolean;
  readonly repeat?: boolean;
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

test("other keys between two letters, or a second too much, make them no shortcut", () => {
  const [g, x, o] = ["g", "x", "o"].map((key) => ({ key, code: `Key${key.toUpperCase()}` })) as [
    Typed,
    Typed,
    Typed,
  ];
  expect(typing("overview", g, x, o)).toBe(0);
  expect(typing("overview", g, g, o)).toBe(1);
  expect(typing("overview", o, g)).toBe(0);
});

test("keys held down or typed with Ctrl, Command or Alt are others' and do nothing", () => {
  const p = { key: "p", code: "KeyP" };
  expect(typing("live", p)).toBe(1);
  expect(typing("live", { ...p, repeat: true })).toBe(0);
  expect(typing("live", { ...p, ctrlKey: true })).toBe(0);
  expect(typing("live", { ...p, metaKey: true })).toBe(0);
  expect(typing("live", { ...p, altKey: true })).toBe(0);
  expect(typing("live", { key: "P", code: "KeyP", shiftKey: true })).toBe(0);
  // Capitals are locked.
  expect(typing("live", { key: "P", code: "KeyP" })).toBe(1);
});

test("what is written into a field is no shortcut, unless it is meant there too", () => {
  const field = document.body.appendChild(document.createElement("input"));
  const [ignored, meant] = [vi.fn(), vi.fn()];
  const { unmount } = renderHook(() => {
    useShortcut("live", ignored);
    useShortcut("palette", meant, { inFields: true, preventDefault: true });
  });
  fireEvent.keyDown(field, { key: "p" });
  // False: the browser's own answer to these keys was prevented.
  expect(fireEvent.keyDown(field, { key: "k", metaKey: true })).toBe(false);
  unmount();
  field.remove();
  expect(ignored).not.toHaveBeenCalled();
  expect(meant).toHaveBeenCalledOnce();
});
