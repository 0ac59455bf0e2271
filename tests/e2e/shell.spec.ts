import { request as send } from "node:http";
import type { Locator } from "@playwright/test";
import { expect, test } from "../support/e2e/browser-test";
import { expectAccessible } from "../support/e2e/evidence";
import { openInteractive } from "../support/e2e/open-interactive";

test("finds a deployment and a page in the command palette", async ({ page }) => {
  await openInteractive(page, "/overview");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search or go to" }).fill("extract");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/signals\?d=extract-14b/);
  await expect(page).toHaveTitle("extract-14b · Signals · Ridgepoint");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search or go to" }).fill("flow");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/traces\/flow\?d=extract-14b/);
  await expect(page).toHaveTitle("extract-14b · Flow · Ridgepoint");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search or go to" }).fill("hardware");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/settings\/hardware/);
  await expect(page).toHaveTitle("Hardware and models · Ridgepoint");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search or go to" }).fill("settings");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/settings\/sources/);
});

test("finds a panel and a pasted trace id in the command palette", async ({ page, complaints }) => {
  // The trace does not exist. Its page states it.
  complaints.expectComplaint(/status of 404 .*\/traces\/0af7651916cd43dd8448eb211c80319c/);
  await openInteractive(page, "/signals?d=chat-70b&from=now-15m");
  const field = page.getByRole("combobox", { name: "Search or go to" });
  await page.keyboard.press("Control+k");
  await field.fill("kv cache usage");
  await expect(page.getByRole("option", { name: /panel on Signals/ }).first()).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/signals\?d=chat-70b&from=now-15m#signal-kv-usage$/);
  await expect(page.getByRole("region", { name: "KV cache usage", exact: true })).toBeInViewport();
  await page.keyboard.press("Control+k");
  await field.fill(" 0AF7651916CD43DD8448EB211C80319C ");
  await page.getByRole("option", { name: "Open trace 0af7651916cd43dd8448eb211c80319c" }).click();
  await expect(page).toHaveURL(/\/traces\/0af7651916cd43dd8448eb211c80319c/);
});

test("the palette runs the actions of the page, and copies a link with fixed times", async ({ page }) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await openInteractive(page, "/signals?d=chat-70b&from=now-15m");
  await expect(page.getByRole("button", { name: "Time to first token, TTFT as CSV" })).toBeAttached();
  const field = page.getByRole("combobox", { name: "Search or go to" });
  await page.keyboard.press("Control+k");
  await field.fill("csv of time to first");
  const download = page.waitForEvent("download");
  await page.keyboard.press("Enter");
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);
  await page.keyboard.press("Control+k");
  await field.fill("compare with previous");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/cmp=previous/);
  await page.keyboard.press("Control+k");
  await field.fill("capture");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Capture baseline" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await field.fill("copy link");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog").getByRole("status")).toHaveText(/^Copied\./);
  await expectAccessible(page);
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const { searchParams } = new URL(copied);
  expect(Number(searchParams.get("to")) - Number(searchParams.get("from"))).toBe(15 * 60_000);
  expect(searchParams.get("cmp")).toBe("previous");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Time window" }).click();
  await page.getByRole("button", { name: "Copy link with fixed times" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Copied" })).toBeAttached();
  await expect(page.getByRole("textbox", { name: "Link with fixed times" })).toHaveValue(/from=\d{13}/);
});

test("the palette is empty when it opens again, and the title names the trace", async ({
  page,
  complaints,
}) => {
  complaints.expectComplaint(/status of 404 .*\/traces\/0af7651916cd43dd8448eb211c80319c/);
  await openInteractive(page, "/signals?d=chat-70b&from=now-15m");
  const field = page.getByRole("combobox", { name: "Search or go to" });
  await page.keyboard.press("Control+k");
  await field.fill("kv");
  await page.keyboard.press("Escape");
  await expect(field).toHaveCount(0);
  await page.keyboard.press("Control+k");
  await expect(field).toHaveValue("");
  await field.fill("time to first");
  await expect(page.getByRole("option", { name: /^Time to first token, TTFT/ })).toBeVisible();
  await field.fill("deadbeef");
  await expect(page.getByText("Paste the full trace ID (32 characters).")).toBeVisible();
  await page.goto("/traces/0af7651916cd43dd8448eb211c80319c?d=chat-70b");
  await expect(page).toHaveTitle("chat-70b · Trace 0af76519 · Ridgepoint");
});

test("a page without scope shows its name, and does not claim to be live", async ({ page }) => {
  await openInteractive(page, "/signals?d=chat-70b&from=now-15m");
  const bar = page.getByRole("banner");
  await expect(bar.getByText(/^(?:Live|Stale)$/)).toBeVisible();
  await page.getByRole("navigation").getByRole("link", { name: "Compare", exact: true }).first().click();
  await expect(page).toHaveURL(/\/compare/);
  await expect(bar.getByText("Compare", { exact: true })).toBeVisible();
  await expect(bar.getByText(/^(?:Live|Stale)$/)).toHaveCount(0);
  await expect(bar.getByRole("button", { name: "Time window" })).toHaveCount(0);
  await expect(bar.getByRole("button", { name: "Deployment" })).toHaveCount(0);
});

test("the events panel begins below the top bar and keeps the layout, and the window is in hours and minutes", async ({
  page,
}) => {
  await openInteractive(page, "/signals?d=chat-70b&from=now-123m");
  const chart = page.locator("main canvas").first();
  await expect(chart).toBeVisible();
  const boxOf = async (part: Locator) => {
    const { x, width } = (await part.boundingBox()) ?? {};
    return { x, width };
  };
  const [before, title] = [await boxOf(chart), await boxOf(page.getByRole("heading", { level: 1 }))];
  await page.getByRole("button", { name: /^Events/ }).click();
  await expect(page.getByRole("button", { name: "Time window" })).toHaveText(/Last 2\sh 3\smin/);
  const panel = page.getByRole("dialog", { name: "Events" });
  await expect(panel).toBeVisible();
  const bar = await page.getByRole("banner").first().boundingBox();
  await expect
    .poll(async () => (await panel.boundingBox())?.y ?? 0)
    .toBeGreaterThanOrEqual(Math.floor((bar?.y ?? 0) + (bar?.height ?? 0)));
  expect(await boxOf(chart)).toEqual(before);
  expect(await boxOf(page.getByRole("heading", { level: 1 }))).toEqual(title);
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
});

test("offers the live window from a fixed one, and the previous window only if there is one", async ({
  page,
}) => {
  const endMs = Date.now() - 3_600_000;
  await openInteractive(page, `/signals?d=chat-70b&from=${endMs - 1_800_000}&to=${endMs}`);
  await expect(page.getByText("Fixed window")).toBeVisible();
  await expect(page.getByRole("button", { name: "Back to previous window" })).toHaveCount(0);
  await page.getByRole("button", { name: "Live", exact: true }).click();
  await expect(page).toHaveURL(/\/signals\?d=chat-70b$/);
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
});

test("opens the shortcut list with ?, and its shortcuts work", async ({ page }) => {
  await openInteractive(page, "/overview");
  await page.keyboard.press("Shift+?");
  await expect(page.getByRole("dialog")).toContainText("Pause or resume live updates");
  await page.keyboard.press("Escape");
  await page.keyboard.press("p");
  await expect(page.getByText("Paused", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/live=false/);
});

test("opens the Roofline page with G R, as listed", async ({ page }) => {
  await openInteractive(page, "/overview");
  await page.keyboard.press("Shift+?");
  await expect(page.getByRole("dialog").getByText("Roofline", { exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("g");
  await page.keyboard.press("r");
  await expect(page).toHaveURL(/\/roofline/);
});

test("stores the theme in the browser, not in the link", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await openInteractive(page, "/overview");
  const html = page.locator("html");
  await expect(html).toHaveAttribute("data-theme", "light");
  await page.keyboard.press("t");
  await expect(html).toHaveAttribute("data-theme", "dark");
  expect(page.url()).not.toContain("dark");
  await page.reload();
  await expect(html).toHaveAttribute("data-theme", "dark");
});

test("opens a link with invalid parameters and names them", async ({ page }) => {
  await page.goto("/overview?from=yesterday&sort=best&d=NOT%20A%20SLUG");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const notice = page.getByText("This link has invalid parameters");
  await expect(notice).toContainText("from");
  await expect(notice).toContainText("sort");
  await expect(page.getByText("The deployment NOT A SLUG in this link")).toContainText(
    "All deployments are shown.",
  );
});

test("opens every main page on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openInteractive(page, "/overview");
  const tabs = page.getByRole("navigation", { name: "Pages" }).filter({ visible: true });
  const titles = ["Overview", "Signals", "Traces", "Roofline", "Investigations"];
  for (const title of titles) {
    const tab = tabs.getByRole("link", { name: title, exact: true });
    const { width, scrollWidth } = await tab.evaluate((element) => ({
      width: element.getBoundingClientRect().width,
      scrollWidth: element.scrollWidth,
    }));
    expect(scrollWidth).toBeLessThanOrEqual(Math.ceil(width));
  }
  const more = tabs.getByRole("button", { name: "More pages" });
  await more.click();
  const menu = page.getByRole("dialog", { name: "More pages" });
  for (const title of ["Baselines", "Compare", "Gates", "Settings"])
    await expect(menu.getByRole("link", { name: title, exact: true })).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  await menu.getByRole("link", { name: "Gates", exact: true }).click();
  await expect(page).toHaveURL(/\/gates/);
  await expect(menu).toHaveCount(0);
  await expect(tabs.getByRole("button", { name: "More pages. Open page: Gates" })).toBeVisible();
});

test("shows an error for an unknown page", async ({ page, complaints }) => {
  complaints.expectComplaint(/status of 404/);
  await page.goto("/nowhere");
  await expect(page.getByRole("heading", { name: "Page not found." })).toBeVisible();
});

test("serves the icon at the declared and at the default address", async ({ page, baseURL }) => {
  await page.goto("/overview");
  const named = await page
    .locator("link[rel=icon]")
    .evaluateAll((links) => links.map((link) => (link instanceof HTMLLinkElement ? link.href : "")));
  expect(named.length).toBeGreaterThan(0);
  for (const address of [...named, new URL("/favicon.ico", baseURL).href]) {
    const answer = await page.request.get(address);
    expect(answer.status(), address).toBe(200);
    expect(answer.headers()["content-type"], address).toMatch(/^image\//);
  }
});

test("rejects the method TRACE without logging an error", async ({ baseURL }) => {
  const statuses = await Promise.all(
    ["/overview", "/api/v1/overview"].map(
      (path) =>
        new Promise<number | undefined>((resolve, reject) => {
          send(new URL(path, baseURL), { method: "TRACE" }, ({ statusCode }) => resolve(statusCode))
            .once("error", reject)
            .end();
        }),
    ),
  );
  expect(statuses).toEqual([405, 405]);
});

test("sends security headers with every response, and rejects unknown hosts", async ({
  request,
  baseURL,
}) => {
  const page = await request.get("/overview");
  expect(page.headers()["content-security-policy"]).toMatch(/script-src 'nonce-[^']+' 'strict-dynamic'/);
  expect(page.headers()["x-content-type-options"]).toBe("nosniff");
  const foreign = await request.get("/api/v1/overview", { headers: { host: "evil.example" } });
  expect(foreign.status()).toBe(403);
  const crossSite = await request.post("/api/v1/sources/prometheus/check", {
    headers: {
      origin: "https://evil.example",
      "sec-fetch-site": "cross-site",
      "idempotency-key": "cross-site-key",
    },
    data: {},
  });
  expect(crossSite.status(), `cross-site write to ${baseURL ?? ""}`).toBe(403);
});

test("prints pages without their frame, navigation, toolbars and controls", async ({ page }) => {
  const query = "?d=chat-70b&from=now-15m";
  for (const path of ["/overview", `/signals${query}`, `/traces${query}`, `/roofline${query}`]) {
    await openInteractive(page, path);
    const data = page.locator("#content").locator("canvas, svg[role=img], table, [role=row]");
    await expect(data.filter({ visible: true }).first()).toBeVisible();
    await page.emulateMedia({ media: "print" });
    for (const hidden of ["#shell-header", "nav", "[role=toolbar]", "[type=checkbox]", "[type=file] + *"])
      await expect(page.locator(hidden).filter({ visible: true })).toHaveCount(0);
    await expect(page.getByRole("button", { name: /as a table|Zoom|Download|Open file|^Edit$/ })).toHaveCount(
      0,
    );
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.emulateMedia({ media: null });
  }
});
