/** Content does not move while the pages of the navigation load. */
import type { Page } from "@playwright/test";
import { mainPages } from "@/components/layout/pages";
import { expect, test } from "../../support/e2e/browser-test";
import { waitForAllResponses } from "@/tests/support/e2e/open-interactive";

/** Largest sum of layout shifts while a page loads. */
const maxShift = 0.05;

/** Twice enlarged text of a screen of 1440 × 900 has the size 720 × 450. */
const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 900 },
  { width: 720, height: 450 },
  { width: 390, height: 844 },
] as const;

const paths = [...mainPages.map(({ path }) => path), "/roofline/calculators", "/settings/sources"];

/** Records the layout shifts of all following pages, except shifts after input. */
async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const record = { sum: 0, shifts: [] as string[] };
    Object.assign(window, { record });
    interface Shift extends PerformanceEntry {
      readonly value: number;
      readonly hadRecentInput: boolean;
      readonly sources: readonly { readonly node: Node | null }[];
    }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        if (entry.hadRecentInput) continue;
        record.sum += entry.value;
        const text = entry.sources.map(({ node }) => node?.textContent?.slice(0, 30)).join(" | ");
        record.shifts.push(`${entry.value.toFixed(3)}: ${text}`);
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

for (const size of sizes)
  test(`pages do not move while they load at ${size.width}`, async ({ page }) => {
    test.slow();
    await page.setViewportSize(size);
    await recordShifts(page);
    const problems: string[] = [];
    for (const path of paths) {
      await page.goto(`${path}?d=chat-70b&from=now-15m&live=false`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await waitForAllResponses(page);
      const record = await page.evaluate(
        () =>
          (window as unknown as { record: { readonly sum: number; readonly shifts: readonly string[] } })
            .record,
      );
      if (record.sum >= maxShift) problems.push(`${path}: ${record.sum}`, ...record.shifts);
    }
    expect(problems).toEqual([]);
  });
