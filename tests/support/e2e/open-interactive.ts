/** Opens a page for tests that type keys at once. */
import type { Page } from "@playwright/test";
import { expect } from "./browser-test";

/** Opens `path` and waits until typed shortcuts work: the document shows its headings before its scripts run. */
export async function openInteractive(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expectInteractive(page);
}

/** Loads the page again and waits until it handles input. */
export async function reloadInteractive(page: Page): Promise<void> {
  await page.reload();
  await expectInteractive(page);
}

async function expectInteractive(page: Page): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("data-shortcuts", "ready");
}
