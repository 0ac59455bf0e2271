import type { CDPSession, Locator, Page } from "@playwright/test";
import { expect, test } from "./browser-test";

// A Playwright trace would keep removed elements in memory.
test.use({ trace: "off" });

const presentOf = (page: Page): Locator => page.locator('[aria-current="step"]');

test("rotates the chosen pages without the shell, with the time and the age of the data", async ({
  page,
}) => {
  await page.goto("/kiosk?pages=overview,signals&every=4&from=now-5m");
  await expect(presentOf(page)).toHaveText("Overview");
  await expect(page.getByRole("navigation", { name: "Rooms" })).toHaveCount(0);
  await expect(page.getByText(/data from/)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole("timer", { name: "Time" })).toHaveText(/^\d\d:\d\d:\d\d UTC$/);
  await expect(presentOf(page)).toHaveText("Signals");
  await expect(page.getByRole("region", { name: "Time to first token, TTFT" })).toContainText(/p95 [\d.]+/);
  await expect(presentOf(page)).toHaveText("Overview");
  await expect(page).not.toHaveURL(/[?&]d=/);
});

for (const width of [390, 1440]) {
  test(`nothing extends beyond a wall display of ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.goto("/kiosk?pages=overview,signals&every=60&from=now-5m");
    await expect(page.getByText(/data from/)).toBeVisible({ timeout: 30_000 });
    for (const part of ["header", "main"])
      expect(
        await page
          .locator(part)
          .first()
          .evaluate((one) => one.scrollWidth - one.clientWidth),
      ).toBe(0);
    await expect(page.getByRole("link", { name: "Leave (Esc)" })).toBeInViewport({ ratio: 1 });
  });
}

test("Escape leaves kiosk mode to the current page, with the same deployment and window", async ({
  page,
}) => {
  await page.goto("/kiosk?pages=signals&every=60&d=chat-70b&from=now-5m");
  // Values appear only after the page handles keys; the heading appears earlier.
  await expect(page.getByRole("region", { name: "Time to first token, TTFT" })).toContainText(/p95 [\d.]+/, {
    timeout: 30_000,
  });
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/\/signals\?d=chat-70b&from=now-5m/);
  await expect(page.getByRole("navigation", { name: "Rooms" }).first()).toBeVisible();
});

test("a link with unknown pages shows the known ones and a notice", async ({ page }) => {
  await page.goto("/kiosk?pages=nonsense,traces&every=60&d=chat-70b&from=now-5m");
  await expect(page.getByText("This link names pages that do not exist: nonsense.")).toBeVisible();
  await expect(presentOf(page)).toHaveText("Traces");
});

test("names invalid parameters of the link and still starts kiosk mode", async ({ page }) => {
  await page.goto("/kiosk?pages=overview&every=60&live=maybe&from=1990000000000&to=1990003600000");
  await expect(
    page.getByText(
      "This link has parts that cannot be used, so their defaults are shown: live, from, to. The window is in the future.",
    ),
  ).toBeVisible();
  await expect(presentOf(page)).toHaveText("Overview");
  await expect(page.getByText(/data from/)).toBeVisible({ timeout: 30_000 });
});

test("a hidden tab keeps fetching and does not change pages until it is visible again", async ({ page }) => {
  test.setTimeout(120_000);
  await page.addInitScript(() => {
    const visibility = { isHidden: true };
    Object.assign(globalThis, { visibility });
    Object.defineProperty(document, "hidden", { get: () => visibility.isHidden });
    Object.defineProperty(document, "visibilityState", {
      get: () => (visibility.isHidden ? "hidden" : "visible"),
    });
  });
  const read = () =>
    page.waitForResponse((response) => response.url().endsWith("/api/v1/signals"), { timeout: 30_000 });
  const first = read();
  await page.goto("/kiosk?pages=signals,overview&every=2&d=chat-70b&from=now-5m");
  await first;
  await expect(page.getByRole("region", { name: "Time to first token, TTFT" })).toContainText(/p95 [\d.]+/);
  // The page fetches every five seconds, so several page changes would have happened between two fetches.
  for (let count = 0; count < 2; count += 1) await read();
  await expect(presentOf(page)).toHaveText("Signals");
  await page.evaluate(() => {
    (globalThis as unknown as { visibility: { isHidden: boolean } }).visibility.isHidden = false;
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await expect(presentOf(page)).toHaveText("Overview");
});

interface HeapCounts {
  readonly listeners: number;
  readonly nodes: number;
}

async function countHeap(session: CDPSession): Promise<HeapCounts> {
  // Cycles between the JavaScript and DOM heaps take several collections to be freed.
  for (let round = 0; round < 5; round += 1) await session.send("HeapProfiler.collectGarbage");
  const { metrics } = await session.send("Performance.getMetrics");
  const of = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return { listeners: of("JSEventListeners"), nodes: of("Nodes") };
}

/**
 * Approximate listeners and nodes of one page. Browser caches occasionally retain a page that was left. A leak of a
 * single chart per round would exceed this limit over the rounds below.
 */
const pageAllowance: HeapCounts = { listeners: 800, nodes: 900 };

test("after many page changes, listeners and elements grow by at most one page", async ({ page }) => {
  test.setTimeout(240_000);
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  await page.goto("/kiosk?pages=overview,signals&every=2&d=chat-70b&from=now-5m");
  const rounds = async (count: number): Promise<void> => {
    for (let round = 0; round < count; round += 1) {
      await expect(presentOf(page)).toHaveText("Signals");
      await expect(presentOf(page)).toHaveText("Overview");
    }
  };
  await rounds(4);
  const before = await countHeap(session);
  await rounds(12);
  const after = await countHeap(session);
  test.info().annotations.push({
    type: "heap",
    description: `listeners ${before.listeners} → ${after.listeners}, elements ${before.nodes} → ${after.nodes}`,
  });
  expect(after.listeners).toBeLessThanOrEqual(before.listeners + pageAllowance.listeners);
  expect(after.nodes).toBeLessThanOrEqual(before.nodes + pageAllowance.nodes);
});

test("reloads at the same pages when another build is deployed", async ({ page }) => {
  await page.clock.install();
  await page.goto("/kiosk?pages=traces,overview&every=3600&d=chat-70b&from=now-5m");
  // The page writes the time only after it runs, so the reload timer exists before the clock advances.
  await expect(page.getByRole("timer", { name: "Time" })).toHaveText(/^\d\d:\d\d:\d\d UTC$/);
  await expect(presentOf(page)).toHaveText("Traces");
  const current = (await (await page.request.get("/api/health?probe=live")).json()) as { build: string };
  expect(current.build).toMatch(/^\S+$/);
  await page.route("**/api/health?probe=live", async (route) => {
    const answer = (await (await route.fetch()).json()) as object;
    await route.fulfill({ json: { ...answer, build: "another" } });
  });
  const reloaded = page.waitForEvent("load");
  await page.clock.runFor(5 * 60_000);
  await reloaded;
  await expect(presentOf(page)).toHaveText("Traces");
  await expect(page).toHaveURL(/kiosk\?pages=traces,overview/);
});
