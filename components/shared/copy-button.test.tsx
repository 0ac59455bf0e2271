/** Copying where there is a clipboard, where there is none, and where the browser refuses. */
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

/** A browser without a clipboard for pages; returns what is selected whenever it is told to copy. */
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

test("in a secure context the clipboard takes it", async () => {
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

test("over plain HTTP a selected field is copied, and the focus comes back", async () => {
  const copied = plainHttp(true);
  const button = press();
  expect(await screen.findByText("Copied")).toBeInTheDocument();
  expect(copied).toEqual([text]);
  expect(document.querySelector("textarea")).toBeNull();
  expect(button).toHaveFocus();
});

test("a clipboard that refuses is gone round the same way", async () => {
  const copied = plainHttp(true);
  give(navigator, "clipboard", {
    writeText: () => Promise.reject(new DOMException("denied", "NotAllowedError")),
  });
  press();
  expect(await screen.findByText("Copied")).toBeInTheDocument();
  expect(copied).toEqual([text]);
});

test("a refusal is said", async () => {
  plainHttp(false);
  press();
  expect(await screen.findByText("The browser refused; select the text instead")).toBeVisible();
});
