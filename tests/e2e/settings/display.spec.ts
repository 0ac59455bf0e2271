/** An admin creates the link of a wall display, which opens kiosk mode without a sign-in until it is revoked. */
import { findAccessibilityViolations } from "../../support/e2e/axe";
import { expect, test } from "../../support/e2e/browser-test";
import { startEmptyApp, type EmptyApp } from "../../support/e2e/empty-app";
import { addFirstAdmin } from "../../support/e2e/first-admin";
import { openInteractive, reloadInteractive } from "../../support/e2e/open-interactive";

let app: EmptyApp;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  app = await startEmptyApp("display");
});

test.afterAll(async () => {
  await app.stop();
});

test("a display opens its link, reads only its pages, and must sign in after the link was revoked", async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000);
  await addFirstAdmin(app, page.context());
  await openInteractive(page, `${app.url}/settings/tokens`);
  await page.getByRole("button", { name: "Create link" }).click();
  await expect(page.getByLabel("Name")).toBeFocused();
  await page.getByLabel("Name").fill("Lobby");
  await page.getByLabel("Correlation").check();
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Create", exact: true }).click();
  const link = (await page.getByRole("status", { name: "New link" }).locator("code").textContent()) ?? "";
  const row = page.getByRole("listitem", { name: "Lobby" });
  await expect(row).toContainText("Overview, Signals, Correlation · worst deployment · Last 1 h");
  await expect(row).toContainText("Does not expire. Created by Ada Lovelace, not used yet.");
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await findAccessibilityViolations(page)).toEqual([]);

  const display = await browser.newPage();
  const refused: string[] = [];
  display.on("response", (response) => {
    if (response.status() === 403) refused.push(response.url());
  });
  await display.goto(link);
  await expect(display).toHaveURL(/\/kiosk\?pages=overview/);
  const rotation = display.getByRole("list", { name: "Page rotation" });
  await expect(rotation.getByRole("listitem")).toHaveText(["Overview", "Signals", "Correlation"]);
  expect(await findAccessibilityViolations(display)).toEqual([]);
  await display.goto(`${app.url}/kiosk?pages=signals,correlate&from=now-1h&every=2`);
  for (const title of ["Correlation", "Signals"])
    await expect(rotation.locator("[aria-current=step]")).toHaveText(title);
  expect(refused).toEqual([]);
  const statusOf = async (path: string): Promise<number> =>
    (await display.context().request.get(`${app.url}${path}`)).status();
  expect(await statusOf("/api/v1/deployments")).toBe(200);
  expect(await statusOf("/api/v1/gates")).toBe(403);
  expect(await statusOf("/api/v1/people")).toBe(403);
  await display.goto(`${app.url}/settings/people`);
  await expect(display).toHaveURL(new RegExp(`^${app.url}/sign-in`));

  await display.goto(`${app.url}/kiosk?pages=overview&from=now-1h`);
  await reloadInteractive(page);
  await expect(row).toContainText(/last used .* from/);
  await row.getByRole("button", { name: "Revoke" }).click();
  await row.getByRole("button", { name: "Revoke link" }).click();
  await expect(row).toContainText("Revoked.");
  expect(await statusOf("/api/v1/deployments")).toBe(401);
  await expect(display).toHaveURL(new RegExp(`^${app.url}/sign-in`), { timeout: 45_000 });
  await expect(display.getByRole("main")).toContainText(
    "The link of this wall display was revoked or has expired. Ask an editor for a new link, or sign in.",
  );
  expect(await findAccessibilityViolations(display)).toEqual([]);
  await display.goto(link);
  await expect(display.getByText("This link cannot be used")).toBeVisible();
  expect(await findAccessibilityViolations(display)).toEqual([]);
  await display.close();
});
