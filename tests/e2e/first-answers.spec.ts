/** The server answers the first queries of a document. The browser neither waits for scripts nor repeats them. */
import type { Page } from "@playwright/test";
import { expect, test } from "../support/e2e/browser-test";
import { blockScripts, openPageWithAnswer } from "../support/e2e/server-rendered";
import { prometheusFaults } from "../support/e2e/system";
import { openInteractive } from "@/tests/support/e2e/open-interactive";

const overview = "/overview?from=now-15m&live=false";

/** Reads the rows of the overview, which the server keeps for the next request for as long as the read took. */
async function readRows(page: Page): Promise<void> {
  await expect
    .poll(async () => (await page.request.get("/api/v1/overview?from=now-15m")).text(), { timeout: 60_000 })
    .not.toContain('"state":"pending"');
}

test.beforeEach(({ page }) => readRows(page));

test.afterEach(() => prometheusFaults.clear());

const rows = (page: Page) =>
  page.getByRole("table", { name: "Deployments, last five minutes" }).getByRole("row");

test("documents show the data of their pages before scripts run", async ({ page, complaints }) => {
  await blockScripts(page, complaints);
  const row = rows(page).filter({ hasText: "chat-70b" });
  await openPageWithAnswer(overview, row.filter({ hasText: "KV pressure" }));
  await expect(page.getByRole("heading", { level: 1 })).toContainText("in trouble");
  await expect(page.getByRole("list", { name: "Sources" })).toContainText("Prometheus");
  const headline = page.getByRole("heading", { level: 1 }).filter({ hasText: "chat-70b: " });
  await openPageWithAnswer("/signals?d=chat-70b&from=now-15m", headline);
  const trace = page.getByRole("link", { name: /^Trace [0-9a-f]{32}$/ });
  await openPageWithAnswer("/traces?d=chat-70b&from=now-15m", trace.first());
  const deployments = page.getByRole("list", { name: "Deployments" });
  await openPageWithAnswer("/settings/deployments", deployments.filter({ hasText: "search-30b" }));
});

test("while Prometheus hangs, a document shows the page and its deployments", async ({
  page,
  complaints,
}) => {
  await blockScripts(page, complaints);
  await prometheusFaults.set({ kind: "hang" });
  await page.goto(overview);
  await expect(page.getByRole("navigation", { name: "Pages" }).first()).toBeVisible();
  await expect(rows(page).filter({ hasText: "chat-70b" })).toBeVisible();
});

test("the browser does not repeat queries that the document answers", async ({ page }) => {
  const requested: string[] = [];
  page.on("request", (request) => requested.push(new URL(request.url()).pathname));
  const isAnswered = async (): Promise<boolean> => {
    requested.length = 0;
    const document = await page.goto(overview);
    return (await document?.text())?.includes("KV pressure") === true;
  };
  await expect.poll(isAnswered, { timeout: 45_000 }).toBe(true);
  // The browser requests the lines after it has taken over the page.
  await expect(page.getByRole("link", { name: "Roofline of chat-70b" })).toBeVisible();
  const answered = ["/api/v1/deployments", "/api/v1/overview", "/api/v1/notices"];
  expect(requested.filter((path) => answered.includes(path))).toEqual([]);
});

test("navigation inside the application reads no answers on the server", async ({ page }) => {
  await openInteractive(page, "/settings/sources");
  const answer = page.waitForResponse((response) => response.url().includes("/api/v1/overview"));
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Overview" }).click();
  await expect(rows(page).filter({ hasText: "chat-70b" })).toBeVisible();
  expect((await answer).ok()).toBe(true);
  const navigation = { rsc: "1", "sec-fetch-dest": "empty" };
  const response = await page.request.get(overview, { headers: navigation });
  expect(response.headers()["content-type"]).toContain("text/x-component");
  expect(await response.text()).not.toContain("chat-70b");
});

test.describe("in another time zone", () => {
  test.use({ timezoneId: "Asia/Tokyo" });

  test("the browser renders times", async ({ page, complaints }) => {
    const time = page.getByText(/Last 5 min to/);
    await page.goto(overview);
    await expect(time).toContainText("GMT+9");
    await expect(rows(page).filter({ hasText: "chat-70b" })).toBeVisible();
    await blockScripts(page, complaints);
    await openPageWithAnswer(overview, rows(page).filter({ hasText: "chat-70b" }));
    await expect(time).toBeHidden();
  });
});
