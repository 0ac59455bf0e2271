/** Panel texts are readable and actions are reachable by mouse, keyboard and touch, on desktop and phone. */
import type { Page } from "@playwright/test";
import { expect, test } from "@/tests/support/e2e/browser-test";

/** Titles that are cut off, flags outside their panel, and summaries that neither fit nor expand. */
function unreadable(page: Page): Promise<readonly string[]> {
  return page.locator("section:has(> header h3)").evaluateAll((panels) =>
    panels.flatMap((panel) => {
      const title = panel.querySelector("h3")!;
      const words = panel.querySelector("header + div p") as HTMLElement;
      const right = panel.getBoundingClientRect().right + 0.5;
      const height = (words.parentElement as HTMLElement).clientHeight;
      const isOpenable = panel.querySelector('button[aria-label^="more on "]') !== null;
      return [
        ...(title.scrollWidth > title.clientWidth + 1 ? [`title cut: ${title.textContent}`] : []),
        ...[...panel.querySelectorAll("header > h3, header > span, header > button")].flatMap((part) =>
          part.getBoundingClientRect().right > right ? [`out of its panel: ${part.textContent}`] : [],
        ),
        ...(words.offsetHeight > height + 1 && !isOpenable ? [`answer cut: ${words.textContent}`] : []),
      ];
    }),
  );
}

async function openSignals(page: Page, path: string): Promise<void> {
  await page.goto(path);
  const ttft = page.getByRole("region", { name: "Time to first token, TTFT" });
  await expect(ttft.locator("header + div p")).toContainText("p95", { timeout: 60_000 });
}

for (const width of [1440, 390]) {
  test(`shows or expands all titles and summaries on ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 1_000 });
    for (const path of [
      "/signals?d=chat-70b&from=now-15m",
      "/signals?d=chat-70b&from=now-15m&cmp=previous",
      "/signals?d=chat-70b&from=now-15m&by=instance",
    ]) {
      await openSignals(page, path);
      // The button appears once the layout of the text was measured.
      await expect.poll(() => unreadable(page)).toEqual([]);
    }
  });
}

test("expands a long summary by keyboard without overlapping the chart", async ({ page }) => {
  await openSignals(page, "/signals?d=chat-70b&from=now-15m&by=instance");
  const more = page.getByRole("button", { name: /^more on / }).first();
  await more.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: /^less on / })).toBeFocused();
});

test("zooms all charts with plus and minus when a chart has the focus", async ({ page }) => {
  await openSignals(page, "/signals?d=chat-70b&from=now-15m");
  const lengthMs = (): number => {
    const { searchParams } = new URL(page.url());
    return Number(searchParams.get("to")) - Number(searchParams.get("from"));
  };
  const chart = page.getByRole("region", { name: "Time to first token, TTFT" }).getByRole("application");
  await chart.focus();
  // The chart is replaced by the one of the new window, which gets the focus.
  const answered = page.waitForResponse(
    (response) =>
      response.url().endsWith("/api/v1/signals") &&
      /"from":"\d{13}"/.test(response.request().postData() ?? ""),
  );
  await page.keyboard.press("+");
  await expect(page).toHaveURL(/from=\d+&to=\d+/);
  await answered;
  const half = lengthMs();
  // The axis ends at the last full step.
  expect(half).toBeGreaterThan(6 * 60_000);
  expect(half).toBeLessThanOrEqual(7.5 * 60_000);
  await expect(chart).toBeFocused();
  // The frame has the focus before its plot is drawn.
  await expect(chart.locator("canvas")).toBeVisible();
  await page.keyboard.press("-");
  await expect.poll(lengthMs).toBeGreaterThan(1.5 * half);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toContainText("Zoom all charts in or out at the cursor");
});

test.describe("on a touch screen", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test("shows the actions of a panel in one menu, and the tooltip on a tap", async ({ page }) => {
    await openSignals(page, "/signals?d=chat-70b&from=now-15m");
    const ttft = page.getByRole("region", { name: "Time to first token, TTFT" });
    const table = ttft.getByRole("button", { name: "Time to first token, TTFT as a table" });
    await expect(table).toBeHidden();
    const menu = ttft.getByRole("button", { name: "Actions of Time to first token, TTFT" });
    const { height: menuHeight = 0, width: menuWidth = 0 } = (await menu.boundingBox()) ?? {};
    expect(Math.min(menuHeight, menuWidth)).toBeGreaterThanOrEqual(36);
    await menu.tap();
    const opacity = await table.evaluate((button) => getComputedStyle(button.parentElement!).opacity);
    expect(opacity).toBe("1");
    const { height = 0, width = 0 } = (await table.boundingBox()) ?? {};
    expect(Math.min(height, width)).toBeGreaterThanOrEqual(36);
    await ttft.getByRole("application").tap();
    await expect(ttft.getByRole("application")).toHaveAttribute("aria-label", /shows the distribution/);
    await expect(table).toBeVisible();
    await table.tap();
    await expect(ttft.getByRole("table")).toBeVisible();
    await expect.poll(() => unreadable(page)).toEqual([]);
  });
});
