import type { CDPSession, Locator, Page } from "@playwright/test";
import { expect, test } from "../support/e2e/browser-test";

// Playwright traces keep removed elements in memory.
test.use({ trace: "off" });

const presentOf = (page: Page): Locator => page.locator('[aria-current="step"]');

test("rotates the selected pages without navigation, with time and age of the data", async ({ page }) => {
  await page.goto("/kiosk?pages=overview,signals&every=4&from=now-5m");
  await expect(presentOf(page)).toHaveText("Overview");
  await expect(page.getByRole("navigation", { name: "Pages" })).toHaveCount(0);
  await expect(page.getByText(/data from/)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole("timer", { name: "Time" })).toHaveText(/^\d\d:\d\d:\d\d UTC$/);
  await expect(presentOf(page)).toHaveText("Signals");
  await expect(page.getByRole("region", { name: "Time to first token, TTFT" })).toContainText(/p95 [\d.]+/);
  await expect(presentOf(page)).toHaveText("Overview");
  await expect(page).not.toHaveURL(/[?&]d=/);
});

for (const width of [390, 1440]) {
  test(`kiosk mode fits a screen of ${width}`, async ({ page }) => {
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
    await expect(page.getByRole("link", { name: "Exit (Esc)" })).toBeInViewport({ ratio: 1 });
    // Only the content scrolls, and a wall display needs no actions.
    expect(
      await page.evaluate(() => {
        const { scrollHeight, clientHeight } = document.documentElement;
        return scrollHeight - clientHeight;
      }),
    ).toBe(0);
    await expect(page.getByRole("toolbar")).toHaveCount(0);
  });
}

for (const [width, height] of [
  [1920, 1080],
  [1440, 900],
] as const) {
  test(`the panels that matter fit a wall display of ${width} x ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto("/kiosk?pages=signals&every=600&d=chat-70b&from=now-5m");
    const main = page.getByRole("main");
    const panels = main.getByRole("region");
    await expect(panels.first()).toContainText("over limit", { timeout: 30_000 });
    await expect(panels.first().locator("canvas")).toBeVisible();
    expect(await panels.count()).toBeGreaterThanOrEqual(width === 1920 ? 6 : 3);
    await expect(panels.last()).toBeInViewport({ ratio: 0.95 });
    const excess = await main.evaluate((one) => [
      one.scrollHeight - one.clientHeight,
      one.scrollWidth - one.clientWidth,
    ]);
    expect(excess).toEqual([0, 0]);
  });
}

test("Escape opens the current page for the same deployment and time window", async ({ page }) => {
  await page.goto("/kiosk?pages=signals&every=60&d=chat-70b&from=now-5m");
  // Values appear after hydration, headings before.
  await expect(page.getByRole("region", { name: "Time to first token, TTFT" })).toContainText(/p95 [\d.]+/, {
    timeout: 30_000,
  });
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/\/signals\?d=chat-70b&from=now-5m/);
  await expect(page.getByRole("navigation", { name: "Pages" }).first()).toBeVisible();
});

test("skips and reports unknown pages of the link", async ({ page }) => {
  await page.goto("/kiosk?pages=nonsense,traces&every=60&d=chat-70b&from=now-5m");
  await expect(page.getByText("This link names unknown pages: nonsense.")).toBeVisible();
  await expect(presentOf(page)).toHaveText("Traces");
});

test("reports invalid parameters and keeps rotating", async ({ page }) => {
  await page.goto("/kiosk?pages=overview&every=60&live=maybe&from=1990000000000&to=1990003600000");
  await expect(
    page.getByText(
      "This link has invalid parameters, so defaults are used: live, from, to. The window is in the future.",
    ),
  ).toBeVisible();
  await expect(presentOf(page)).toHaveText("Overview");
  await expect(page.getByText(/data from/)).toBeVisible({ timeout: 30_000 });
});

test("keeps polling in a hidden tab, and pauses the rotation until the tab is visible", async ({ page }) => {
  test.setTimeout(120_000);
  await page.addInitScript(() => {
    const whether = { isHidden: true };
    Object.assign(globalThis, { whether });
    Object.defineProperty(document, "hidden", { get: () => whether.isHidden });
    Object.defineProperty(document, "visibilityState", {
      get: () => (whether.isHidden ? "hidden" : "visible"),
    });
  });
  const read = () =>
    page.waitForResponse((response) => response.url().endsWith("/api/v1/signals"), { timeout: 30_000 });
  const first = read();
  await page.goto("/kiosk?pages=signals,overview&every=2&d=chat-70b&from=now-5m");
  await first;
  await expect(page.getByRole("region", { name: "Time to first token, TTFT" })).toContainText(/p95 [\d.]+/);
  // Requests are five seconds apart, so several turns would have happened in between.
  for (let count = 0; count < 2; count += 1) await read();
  await expect(presentOf(page)).toHaveText("Signals");
  await page.evaluate(() => {
    (globalThis as unknown as { whether: { isHidden: boolean } }).whether.isHidden = false;
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await expect(presentOf(page)).toHaveText("Overview");
});

interface Held {
  readonly listeners: number;
  readonly nodes: number;
}

async function heldBy(session: CDPSession): Promise<Held> {
  // Cycles across two heaps need several collections.
  for (let round = 0; round < 5; round += 1) await session.send("HeapProfiler.collectGarbage");
  const { metrics } = await session.send("Performance.getMetrics");
  const of = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return { listeners: of("JSEventListeners"), nodes: of("Nodes") };
}

/**
 * Approximate size of one page. Browser caches sometimes keep a removed page. A leak of one chart per round would
 * exceed this over the rounds below.
 */
const onePage: Held = { listeners: 800, nodes: 900 };

const turnMs = 3_600_000;

interface Turnable {
  turn: () => void;
}

/** Publishes the handler of the timer that turns the page, so that a turn takes no longer than its page. */
function publishTurn(intervalMs: number): void {
  const startTimer = globalThis.setInterval;
  const start = (handler: () => void, delayMs?: number): unknown => {
    if (delayMs === intervalMs) (globalThis as unknown as Turnable).turn = handler;
    return startTimer(handler, delayMs);
  };
  Object.assign(globalThis, { setInterval: start });
}

test("grows by at most one page of listeners and elements over many turns", async ({ page }) => {
  test.setTimeout(240_000);
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  await page.addInitScript(publishTurn, turnMs);
  await page.goto(`/kiosk?pages=overview,signals&every=${turnMs / 1_000}&d=chat-70b&from=now-5m`);
  const main = page.getByRole("main");
  const contents = {
    Overview: main.getByRole("table").getByRole("link", { name: "chat-70b" }).first(),
    Signals: main.getByRole("region", { name: "Time to first token, TTFT" }).locator("canvas").first(),
  };
  const rounds = async (count: number): Promise<void> => {
    for (let round = 0; round < count; round += 1) {
      for (const name of ["Signals", "Overview"] as const) {
        await page.evaluate(() => (globalThis as unknown as Turnable).turn());
        await expect(presentOf(page)).toHaveText(name);
        await expect(contents[name]).toBeVisible();
      }
    }
  };
  await expect(contents.Overview).toBeVisible();
  await expect.poll(() => page.evaluate(() => "turn" in globalThis)).toBe(true);
  await rounds(4);
  const before = await heldBy(session);
  await rounds(12);
  const after = await heldBy(session);
  test.info().annotations.push({
    type: "held",
    description: `listeners ${before.listeners} → ${after.listeners}, elements ${before.nodes} → ${after.nodes}`,
  });
  expect(after.listeners).toBeLessThanOrEqual(before.listeners + onePage.listeners);
  expect(after.nodes).toBeLessThanOrEqual(before.nodes + onePage.nodes);
});

test("reloads the same pages when the server runs a new build", async ({ page }) => {
  await page.clock.install();
  await page.goto("/kiosk?pages=traces,overview&every=3600&d=chat-70b&from=now-5m");
  // Output of the page shows that its scripts, including the timer, are running.
  await expect(page.getByRole("timer", { name: "Time" })).toHaveText(/^\d\d:\d\d:\d\d UTC$/);
  await expect(presentOf(page)).toHaveText("Traces");
  const own = (await (await page.request.get("/api/health?probe=live")).json()) as { build: string };
  expect(own.build).toMatch(/^\S+$/);
  await page.route("**/api/health?probe=live", (route) =>
    route.fulfill({ json: { ...own, build: "another" } }),
  );
  const reloaded = page.waitForEvent("load");
  await page.clock.runFor(5 * 60_000);
  await reloaded;
  await expect(presentOf(page)).toHaveText("Traces");
  await expect(page).toHaveURL(/kiosk\?pages=traces,overview/);
});
