/** Tests copying with the clipboard API, without it, and when the browser refuses. */
import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { CopyButton } from "./copy-button";

const text = "sum(up)\nby job";

afterEach(() => {
  Reflect.deleteProperty(navigator, "clipboard");
  Reflect.deleteProperty(document, "execCommand");
});

function give(owner: object, name: string, value: unknown): void {
  Object.defineProperty(owner, name, { configurable: true, value });
}

/** Simulates a browser without the clipboard API. Returns the texts that were selected when the page copied. */
function plainHttp(isAllowed: boolean): readonly string[] {
  const copied: string[] = [];
  give(navigator, "clipboard", undefined);
  give(document, "execCommand", () => {
    const field = document.activeElement;
    if (field instanceof HTMLTextAreaElement)
      copied.push(field.value.slice(field.selectionStart, field.selectionEnd));
    return isAllowed;
  });
  return copied;
}

function press(): HTMLElement {
  render(<CopyButton text={text} label="Copy query" isIcon />);
  const button = screen.getByRole("button", { name: "Copy query" });
  button.focus();
  fireEvent.click(button);
  return button;
}

test("uses the clipboard API in a secure context", async () => {
  const written: string[] = [];
  give(navigator, "clipboard", {
    writeText: (given: string) => {
      written.push(given);
      return Promise.resolve();
    },
  });
  press();
  expect(await screen.findByText("Copied")).toBeInTheDocument();
  expect(written).toEqual([text]);
});

test("copies a selected text field over plain HTTP and restores the focus", async () => {
  const copied = plainHttp(true);
  const button = press();
  expect(await screen.findByText("Copied")).toBeInTheDocument();
  expect(copied).toEqual([text]);
  expect(document.querySelector("textarea")).toBeNull();
  expect(button).toHaveFocus();
});

test("falls back to a selected text field when the clipboard API refuses", async () => {
  const copied = plainHttp(true);
  give(navigator, "clipboard", {
    writeText: () => Promise.reject(new DOMException("denied", "NotAllowedError")),
  });
  press();
  expect(await screen.findByText("Copied")).toBeInTheDocument();
  expect(copied).toEqual([text]);
});

test("shows an error when the browser refuses to copy", async () => {
  plainHttp(false);
  press();
  expect(await screen.findByText("The browser blocked copying. Select the text and copy it.")).toBeVisible();
});
