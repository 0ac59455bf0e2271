/** Waits until a page handles input, and until it has its data. */
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

/**
 * Waits until no response has arrived for half a second. The browser's event for an idle network is sometimes missing
 * after a page with cancelled prefetches was left.
 */
export async function waitForAllResponses(page: Page): Promise<void> {
  const quietMs = () =>
    page.evaluate(() => {
      const responses = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
      return performance.now() - Math.max(0, ...responses.map(({ responseEnd }) => responseEnd));
    });
  await expect.poll(quietMs, { timeout: 30_000 }).toBeGreaterThan(500);
}
