/** Opens the list of traces for tests that open a file at once. */
import type { Page } from "@playwright/test";
import { expect } from "./browser-test";

/**
 * Opens the traces of chat-70b and waits for the rows. Before them, the document shows a loading page, which the streamed
 * rows replace together with its buttons.
 */
export async function openTraceList(page: Page): Promise<void> {
  await page.goto("/traces?d=chat-70b&from=now-15m");
  await expect(page.getByRole("link", { name: /^Trace [0-9a-f]{32}$/ }).first()).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.getByLabel("Trace file", { exact: true })).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Open file" })).toBeEnabled({ timeout: 60_000 });
}
