/** Runs axe on every page in both themes and widths, and tests the page frame by keyboard. */
import type { Page } from "@playwright/test";
import { createLoader } from "nuqs";
import { pageLink } from "@/components/layout/page-link";
import { kioskPages, pages } from "@/components/layout/pages";
import { viewParsers } from "@/lib/client/url-state";
import { findContrastViolations, findAccessibilityViolations } from "../support/e2e/axe";
import { expect, test } from "../support/e2e/browser-test";
import { signInDemoAdmin } from "../support/e2e/demo-admin";

// Pages run in parallel, because no test changes shared state.
test.describe.configure({ mode: "parallel" });

const view = createLoader(viewParsers)("?d=chat-70b&from=now-15m");
const pageUrls = [
  ...pages.map((page) => pageLink(page, view)),
  ...kioskPages.map((page) => `/kiosk?pages=${page}&every=600&d=chat-70b&from=now-15m`),
];

/** Pages that the editor of the demo may not open. */
const adminPaths = new Set(["/settings/audit", "/settings/people"]);

type Check = (page: Page) => Promise<readonly string[]>;

/** Each entry differs from the previous one in one property. A theme changes only colors. */
const appearances: readonly (readonly ["light" | "dark", number, Check])[] = [
  ["light", 1440, findAccessibilityViolations],
  ["dark", 1440, findContrastViolations],
  ["dark", 390, findAccessibilityViolations],
  ["light", 390, findContrastViolations],
];

/** Checks the current page in every theme and width without reloading it. */
async function violationsInEveryAppearance(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [theme, width, check] of appearances) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 900 });
    await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
    await expect(page.getByRole("heading", { level: 1 })).not.toBeEmpty();
    await expect(page.locator("[aria-busy]")).toHaveCount(0, { timeout: 30_000 });
    found.push(...(await check(page)).map((violation) => `${theme}, ${width} wide: ${violation}`));
  }
  return found;
}

for (const path of pageUrls) {
  test(`${path} has no violation in either theme at either width`, async ({ page }) => {
    test.setTimeout(240_000);
    if (adminPaths.has(path)) await signInDemoAdmin(page.context());
    await page.goto(path);
    expect(await violationsInEveryAppearance(page)).toEqual([]);
  });
}

test("a trace page has no violation, with and without a selected span", async ({ page }) => {
  test.setTimeout(240_000);
  await page.goto("/traces?d=chat-70b&from=now-15m");
  const link = page.getByRole("link", { name: /^Trace [0-9a-f]{32}$/ }).first();
  await page.goto((await link.getAttribute("href", { timeout: 60_000 })) ?? "");
  const spans = page.getByRole("treegrid", { name: "Spans" });
  await expect(spans).toContainText("llm_request");
  expect(await violationsInEveryAppearance(page)).toEqual([]);
  await spans.focus();
  await page.keyboard.press("ArrowDown");
  expect(await violationsInEveryAppearance(page)).toEqual([]);
});

test("one text without contrast is found among many texts of the page", async ({ page }) => {
  await page.goto("/settings/hardware");
  const cells = page.getByRole("cell");
  await expect(cells.nth(40)).not.toBeEmpty();
  expect(await findContrastViolations(page)).toEqual([]);
  await cells.nth(17).evaluate((cell) => {
    cell.textContent = "planted";
    cell.style.color = "color-mix(in srgb, Canvas 80%, CanvasText)";
  });
  expect(await findContrastViolations(page)).toEqual([expect.stringMatching(/^color-contrast: /)]);
});

test("the first Tab stop skips to the content", async ({ page }) => {
  await page.goto("/overview");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("#content")).toBeFocused();
});
