/** Shortcuts on different keyboard layouts. */
import { fireEvent, renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { shortcutKeys } from "./shortcuts";
import { useKeyBindings, useKeys } from "./use-keys";
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

function typing(shortcut: string, ...keys: readonly Typed[]): number {
  const act = vi.fn();
  const { unmount } = renderHook(() => useKeys(shortcut, act));
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
])("opens the help with ? on a keyboard that is %s", (_layout, key) => {
  expect(typing(shortcutKeys("help"), key)).toBe(1);
});

test("ignores the US position of ? on other layouts", () => {
  expect(typing(shortcutKeys("help"), { key: "_", code: "Slash", shiftKey: true })).toBe(0);
});

test("uses the key that types z, not the position of z on a US keyboard", () => {
  expect(typing(shortcutKeys("zoom-out"), { key: "z", code: "KeyY" })).toBe(1);
  expect(typing(shortcutKeys("zoom-out"), { key: "y", code: "KeyZ" })).toBe(0);
});

test("accepts two successive letters, and a letter with Ctrl", () => {
  expect(typing("g>o", { key: "g", code: "KeyG" }, { key: "o", code: "KeyO" })).toBe(1);
  expect(typing(shortcutKeys("palette"), { key: "k", code: "KeyK", ctrlKey: true })).toBe(1);
  expect(typing(shortcutKeys("palette"), { key: "k", code: "KeyK" })).toBe(0);
});

test("rejects other keys between two letters, and a delay of more than a second", () => {
  const [g, x, o] = ["g", "x", "o"].map((key) => ({ key, code: `Key${key.toUpperCase()}` })) as [
    Typed,
    Typed,
    Typed,
  ];
  expect(typing("g>o", g, x, o)).toBe(0);
  expect(typing("g>o", g, g, o)).toBe(1);
  expect(typing("g>o", o, g)).toBe(0);
});

test("ignores key repeat and keys with Ctrl, Command or Alt", () => {
  const p = { key: "p", code: "KeyP" };
  expect(typing(shortcutKeys("live"), p)).toBe(1);
  expect(typing(shortcutKeys("live"), { ...p, repeat: true })).toBe(0);
  expect(typing(shortcutKeys("live"), { ...p, ctrlKey: true })).toBe(0);
  expect(typing(shortcutKeys("live"), { ...p, metaKey: true })).toBe(0);
  expect(typing(shortcutKeys("live"), { ...p, altKey: true })).toBe(0);
  expect(typing(shortcutKeys("live"), { key: "P", code: "KeyP", shiftKey: true })).toBe(0);
  // Caps Lock is on.
  expect(typing(shortcutKeys("live"), { key: "P", code: "KeyP" })).toBe(1);
});

test("ignores typing in a field, unless enabled there", () => {
  const field = document.body.appendChild(document.createElement("input"));
  const [ignored, meant] = [vi.fn(), vi.fn()];
  const { unmount } = renderHook(() => {
    useShortcut("live", ignored);
    useShortcut("palette", meant, { worksInFields: true, preventDefault: true });
  });
  fireEvent.keyDown(field, { key: "p" });
  // False: the browser's default action was prevented.
  expect(fireEvent.keyDown(field, { key: "k", metaKey: true })).toBe(false);
  unmount();
  field.remove();
  expect(ignored).not.toHaveBeenCalled();
  expect(meant).toHaveBeenCalledOnce();
});

test("obeys a key that is typed while the dialog with the field closes", () => {
  const dialog = document.body.appendChild(document.createElement("div"));
  const field = dialog.appendChild(document.createElement("input"));
  const act = vi.fn();
  const { unmount } = renderHook(() => useShortcut("open-investigation", act));
  fireEvent.keyDown(field, { key: "c" });
  expect(act).not.toHaveBeenCalled();
  dialog.setAttribute("data-closed", "");
  fireEvent.keyDown(field, { key: "c" });
  unmount();
  dialog.remove();
  expect(act).toHaveBeenCalledOnce();
});

test("runs only the action whose keys are typed", () => {
  const [overview, signals] = [vi.fn(), vi.fn()];
  const { unmount } = renderHook(() =>
    useKeyBindings([
      { keys: "g>o", onPress: overview },
      { keys: "g>s", onPress: signals },
    ]),
  );
  for (const key of ["g", "s"]) fireEvent.keyDown(document, { key });
  unmount();
  expect(overview).not.toHaveBeenCalled();
  expect(signals).toHaveBeenCalledOnce();
});
