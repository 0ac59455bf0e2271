import type { Locator, Page } from "@playwright/test";
import { demoEditor } from "@/lib/model/person";
import { findAccessibilityViolations } from "../support/e2e/axe";
import { expect, test } from "../support/e2e/browser-test";
import { openInteractive } from "../support/e2e/open-interactive";

const panelOf = (page: Page): Locator => page.getByRole("dialog", { name: "Events" });
const chartOf = (page: Page, title = "Time to first token, TTFT"): Locator =>
  page.getByRole("region", { name: title }).getByRole("application");
const listOf = (page: Page): Locator =>
  panelOf(page).getByRole("list", { name: "Events in this time window" });
const rowOf = (page: Page, title: string): Locator =>
  listOf(page).getByRole("listitem").filter({ hasText: title });

async function openPanel(page: Page, query: string): Promise<Locator> {
  await openInteractive(page, `/signals?${query}`);
  await expect(chartOf(page)).toBeVisible({ timeout: 60_000 });
  await page.getByRole("button", { name: /^Events/ }).click();
  await expect(panelOf(page)).toBeVisible();
  return panelOf(page);
}

interface Written {
  readonly title: string;
  readonly kind?: string;
  readonly [field: string]: unknown;
}

async function post(page: Page, body: Written): Promise<string> {
  const response = await page.request.post("/api/v1/events", {
    headers: { "idempotency-key": crypto.randomUUID() },
    data: { kind: "deploy", ...body },
  });
  expect(response.status()).toBe(201);
  return ((await response.json()) as { event: { id: string } }).event.id;
}

/** Number of painted pixels of the chart's canvas. */
function inkOf(chart: Locator): Promise<number> {
  return chart.locator("canvas").evaluate((canvas: HTMLCanvasElement) => {
    // Uses a copy, because reading the page's canvas would disable its hardware acceleration.
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d")!;
    copy.drawImage(canvas, 0, 0);
    const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let index = 3; index < data.length; index += 4) if (data[index]! > 0) count += 1;
    return count;
  });
}

test("shows a manually added deploy on every chart, also after a reload", async ({ page }) => {
  const panel = await openPanel(page, "d=search-30b&from=now-15m");
  await panel.getByRole("button", { name: "Add event" }).click();
  await expect(panel.getByLabel("Title")).toBeFocused();
  await page.keyboard.type("search 3.2.1 rolled out");
  await page.keyboard.press("Enter");
  await expect(panel.getByText("The event was added.")).toBeVisible();
  await expect(rowOf(page, "search 3.2.1 rolled out")).toContainText(`${demoEditor.name}, added manually`);
  await page.reload();
  await expect(rowOf(page, "search 3.2.1 rolled out")).toContainText("Deploy");
  const titles = ["Time to first token, TTFT", "Request time by phase", "KV cache usage"];
  for (const title of titles) {
    // Only visible charts are refreshed. A chart below may end before the event.
    await page.getByRole("region", { name: title }).scrollIntoViewIfNeeded();
    await expect(chartOf(page, title)).toHaveAttribute("aria-label", /Deploy, search 3\.2\.1 rolled out/, {
      timeout: 60_000,
    });
  }
});

test("shows an event posted by a pipeline without a reload, and in the chart tooltip", async ({ page }) => {
  await page.goto("/signals?d=extract-14b&from=now-5m");
  const chart = chartOf(page);
  await expect(chart).toBeVisible({ timeout: 60_000 });
  await expect(chart).not.toHaveAttribute("aria-label", /extract 7/);
  await post(page, {
    title: "extract 7 <b>deployed</b>",
    deployment: "extract-14b",
    atMs: Date.now() - 30_000,
  });
  await expect(chart).toHaveAttribute("aria-label", /Deploy, extract 7 <b>deployed<\/b>/);
  await page.getByRole("button", { name: "Pause" }).click();
  await chart.focus();
  const tooltip = page
    .getByRole("region", { name: "Time to first token, TTFT" })
    .getByText("extract 7 <b>deployed</b>");
  await expect
    .poll(
      async () => {
        await page.keyboard.press("ArrowLeft");
        return tooltip.isVisible();
      },
      { intervals: [20] },
    )
    .toBe(true);
});

test("draws and lists an exclusion window, and closes it later", async ({ page }) => {
  // Paused and without a baseline's band, so that only the exclusion changes the chart.
  const panel = await openPanel(page, "d=assist-8b&from=now-5m&base=off");
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByText("Paused", { exact: true })).toBeVisible();
  const startMs = Date.now() - 180_000;
  const chart = chartOf(page);
  const before = await inkOf(chart);
  await panel.getByRole("button", { name: "Add event" }).click();
  await panel.getByLabel("Title").fill("nightly sweep");
  await panel.getByLabel("Kind").selectOption("Exclusion");
  await panel.getByLabel("Reason").selectOption("Load test");
  const field = (atMs: number): string => new Date(atMs).toISOString().slice(0, 19);
  await panel.getByLabel("From").fill(field(startMs));
  await panel.getByRole("button", { name: "Add", exact: true }).click();
  const row = rowOf(page, "nightly sweep");
  await expect(row).toContainText("Exclusion, load test");
  await expect(row).toContainText("Ongoing");
  await expect.poll(() => inkOf(chart)).toBeGreaterThan(before * 1.2);
  const open = await inkOf(chart);
  await row.getByRole("button", { name: "Edit: nightly sweep" }).click();
  await panel.getByLabel("To (empty if ongoing)").fill(field(startMs + 60_000));
  await panel.getByRole("button", { name: "Save" }).click();
  await expect(row).toContainText(/Until .*, 1\s*min/);
  await expect.poll(() => inkOf(chart)).toBeLessThan(open);
});

test("reports invalid input without losing it, and creates no second event after a lost response", async ({
  page,
  complaints,
}) => {
  const panel = await openPanel(page, "d=search-30b&from=now-15m");
  await panel.getByRole("button", { name: "Add event" }).click();
  await panel.getByLabel("Kind").selectOption("Exclusion");
  await panel.getByLabel("From").fill("2026-01-02T10:00:00");
  await panel.getByLabel("To (empty if ongoing)").fill("2026-01-02T09:00:00");
  await panel.getByRole("button", { name: "Add", exact: true }).click();
  await expect(panel.getByText("Describe what happened.")).toBeVisible();
  await expect(panel.getByText("The end must be after the start.")).toBeVisible();
  await expect(panel.getByLabel("Title")).toHaveAttribute("aria-invalid", "true");
  await panel.getByLabel("Title").fill("kept through it all");
  await panel.getByRole("button", { name: "Add", exact: true }).click();
  await expect(panel.getByText("The end must be after the start.")).toBeVisible();
  await expect(panel.getByLabel("Title")).toHaveValue("kept through it all");

  // Closing and reopening the panel keeps the input.
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await page.getByRole("button", { name: /^Events/ }).click();
  await expect(panel.getByLabel("Title")).toHaveValue("kept through it all");

  await panel.getByLabel("Kind").selectOption("Comment");
  const atMs = Math.floor(Date.now() / 1_000) * 1_000 - 60_000;
  await panel.getByRole("textbox", { name: "Time" }).fill(new Date(atMs).toISOString().slice(0, 19));
  complaints.expectComplaint(/ERR_FAILED/);
  await page.route("**/api/v1/events", async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    await route.fetch();
    return route.abort();
  });
  await panel.getByRole("button", { name: "Add", exact: true }).click();
  await expect(panel.getByText("The Ridgepoint server does not respond")).toBeVisible();
  await expect(panel.getByLabel("Title")).toHaveValue("kept through it all");
  await page.unroute("**/api/v1/events");
  await panel.getByRole("button", { name: "Add", exact: true }).click();
  await expect(panel.getByText("The event was added.")).toBeVisible();
  await expect(rowOf(page, "kept through it all")).toHaveCount(1);
});

test("shows both versions of a conflict between two tabs, and keeps mine without losing the other edit", async ({
  page,
  context,
  complaints,
}) => {
  test.setTimeout(120_000);
  const title = "contended comment";
  await post(page, { kind: "comment", title, deployment: "search-30b", atMs: Date.now() - 60_000 });
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await openPanel(tab, "d=search-30b&from=now-15m");
    await rowOf(tab, title)
      .getByRole("button", { name: `Edit: ${title}` })
      .click();
  }
  await panelOf(other).getByLabel("Title").fill("first edit");
  await panelOf(other).getByLabel("Scope").selectOption("All deployments");
  await panelOf(other).getByRole("button", { name: "Save" }).click();
  await expect(panelOf(other).getByText("The event was saved.")).toBeVisible();
  await other.close();

  complaints.expectComplaint(/status of 412/);
  const panel = panelOf(page);
  await panel.getByLabel("Title").fill("second edit");
  await panel.getByRole("button", { name: "Save" }).click();
  const conflict = page.getByRole("dialog", { name: "Changed in the meantime" });
  await expect(conflict.getByRole("row", { name: /^Title/ })).toHaveText(/second edit.*first edit/);
  await expect(conflict.getByRole("row", { name: /^Scope/ })).toHaveText(/not changed.*All deployments/);
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(panel.getByLabel("Title")).toHaveValue("second edit");
  await panel.getByRole("button", { name: "Save" }).click();
  await conflict.getByRole("button", { name: "Keep mine" }).click();
  await expect(rowOf(page, "second edit")).toContainText("All deployments");

  await rowOf(page, "second edit").getByRole("button", { name: "Delete: second edit" }).click();
  await panel.getByRole("button", { name: "Delete permanently: second edit" }).click();
  await expect(panel.getByText("The event was deleted.")).toBeVisible();
  await expect(rowOf(page, "second edit")).toHaveCount(0);
});

test("starts a new event at the chart cursor by shortcut, and opens the panel from the palette", async ({
  page,
}) => {
  await openInteractive(page, "/signals?d=extract-14b&from=now-15m");
  const chart = chartOf(page);
  await expect(chart).toBeVisible({ timeout: 60_000 });
  await chart.focus();
  for (let press = 0; press < 40; press += 1) await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("e");
  const panel = panelOf(page);
  await expect(panel.getByLabel("Title")).toBeFocused();
  await expect(panel.getByLabel("Title")).toHaveValue("");
  const atMs = Date.parse(`${await panel.getByRole("textbox", { name: "Time" }).inputValue()}Z`);
  expect(Date.now() - atMs).toBeGreaterThan(60_000);
  expect(Date.now() - atMs).toBeLessThan(15 * 60_000);
  await page.keyboard.press("Escape");
  await openInteractive(page, "/overview");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search or go to" }).fill("exclusion");
  await page.keyboard.press("Enter");
  await expect(panelOf(page)).toBeVisible();
  await openInteractive(page, "/overview");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search or go to" }).fill("add event");
  await page.keyboard.press("Enter");
  await expect(panel.getByLabel("Title")).toBeFocused();
  await expect(page).toHaveURL(/panel=events/);
});

for (const [theme, width] of [
  ["light", 1440],
  ["dark", 1440],
  ["dark", 390],
] as const) {
  test(`the page with the open panel has no violation, ${theme}, ${width} wide`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 900 });
    await post(page, { title: "for all deployments", atMs: Date.now() - 60_000 });
    const panel = await openPanel(page, "d=chat-70b&from=now-15m");
    await expect(rowOf(page, "for all deployments").first()).toContainText("All deployments");
    await panel.getByRole("button", { name: "Add event" }).click();
    await panel.getByLabel("Kind").selectOption("Exclusion");
    await panel.getByRole("button", { name: "Add", exact: true }).click();
    await expect(panel.getByText("Describe what happened.")).toBeVisible();
    await expect(page.locator("[aria-busy]")).toHaveCount(0, { timeout: 30_000 });
    expect(await findAccessibilityViolations(page)).toEqual([]);
  });
}
