import { fireEvent, render, screen } from "@testing-library/react";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { ExportButton } from "./export-button";

/** Saved files by name. jsdom has no downloads. */
const saved = new Map<string, Blob>();
const clicked = vi.spyOn(HTMLAnchorElement.prototype, "click");

beforeEach(() => {
  let last = new Blob();
  const createObjectURL = (content: Blob): string => {
    last = content;
    return "blob:file";
  };
  Object.assign(URL, { createObjectURL, revokeObjectURL: () => undefined });
  clicked.mockImplementation(function click(this: HTMLAnchorElement) {
    saved.set(this.download, last);
  });
});

afterEach(() => {
  saved.clear();
  clicked.mockReset();
  Reflect.deleteProperty(URL, "createObjectURL");
  Reflect.deleteProperty(URL, "revokeObjectURL");
});
afterAll(() => clicked.mockRestore());

/** The popover is loaded when it opens for the first time. */
async function open(): Promise<void> {
  fireEvent.click(screen.getByRole("button", { name: "Export" }));
  await screen.findByRole("checkbox");
}

test("links to the export files of a stored trace", async () => {
  render(<ExportButton traceId="abc" />);
  await open();
  const link = screen.getByRole("link", { name: "OTLP JSON" });
  expect(link.getAttribute("href")).toBe("/api/v1/traces/abc/export?as=otlp&text=omit");
  fireEvent.click(screen.getByRole("checkbox"));
  expect(link.getAttribute("href")).toBe("/api/v1/traces/abc/export?as=otlp&text=include");
});

test("creates and saves the export of an opened file, and reports errors", async () => {
  const content = new Blob(["{}"]);
  const createFile = vi.fn(() => Promise.resolve(content));
  const { rerender } = render(<ExportButton traceId="abc" createFile={createFile} />);
  await open();
  fireEvent.click(screen.getByRole("button", { name: "Jaeger JSON" }));
  await vi.waitFor(() => expect(saved.get("trace-abc.jaeger.json")).toBe(content));
  expect(createFile).toHaveBeenCalledWith("jaeger", false);
  rerender(<ExportButton traceId="abc" createFile={() => Promise.reject(new Error("the server is gone"))} />);
  fireEvent.click(screen.getByRole("button", { name: "OTLP JSON" }));
  expect((await screen.findByRole("alert")).textContent).toBe("Export failed: the server is gone.");
});
