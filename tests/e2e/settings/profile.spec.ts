/** A person changes name, time zone, theme and password, which apply in every browser of the person. */
import type { Page } from "@playwright/test";
import { findAccessibilityViolations } from "../../support/e2e/axe";
import { expect, test } from "../../support/e2e/browser-test";
import { startEmptyApp, type EmptyApp } from "../../support/e2e/empty-app";
import { addFirstAdmin, firstAdmin, signInFirstAdmin } from "../../support/e2e/first-admin";
import { openInteractive } from "@/tests/support/e2e/open-interactive";

let app: EmptyApp;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  app = await startEmptyApp("profile");
});

test.afterAll(async () => {
  await app.stop();
});

/** Opens a fixed time window, and expects its text to name the time zone. */
async function expectZone(page: Page, zone: string): Promise<void> {
  await page.goto(`${app.url}/overview?from=1795000000000&to=1795003600000`);
  await expect(page.getByRole("button", { name: "Time window" })).toContainText(zone);
}

/** Renames the person, and expects the menu of phones to show the long name and the button within the screen. */
async function expectLongNameFits(page: Page): Promise<void> {
  const name = "Ada-Augusta-Wilhelmina-Konstantinopolitanska-von-Lovelace-Byron-Noel-King-Montgomery-";
  expect(name).toHaveLength(85);
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("navigation", { name: "Pages" }).first()).toContainText(name);
  const overflow = (root: HTMLElement): number => root.scrollWidth - root.clientWidth;
  expect(await page.locator("html").evaluate(overflow)).toBe(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: /^More pages/ }).click();
  const menu = page.getByRole("dialog", { name: "More pages" });
  await expect(menu.getByRole("link", { name })).toBeInViewport({ ratio: 1 });
  await expect(menu.getByRole("button", { name: "Sign out" })).toBeInViewport({ ratio: 1 });
  expect(await page.locator("html").evaluate(overflow)).toBe(0);
  expect(await menu.evaluate(overflow)).toBe(0);
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 1440, height: 1000 });
}

test("name, time zone and theme apply in another browser, and a new password ends its session", async ({
  page,
  browser,
  complaints,
}) => {
  test.setTimeout(180_000);
  complaints.expectComplaint(/status of 40[01]/);
  await page.goto(`${app.url}/settings/profile`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(
    "No sign-in is needed on this machine.",
  );
  expect(await findAccessibilityViolations(page)).toEqual([]);

  await addFirstAdmin(app, page.context());
  await openInteractive(page, `${app.url}/settings/profile`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Ada Lovelace signs in as ada@example.com with the role admin.",
  );
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await page.getByLabel("Name", { exact: true }).fill("Ada King");
  await page.getByLabel("Time zone", { exact: true }).selectOption("Asia/Tokyo");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The profile was saved.")).toBeVisible();
  const navigation = page.getByRole("navigation", { name: "Pages" }).first();
  await expect(navigation.getByRole("link", { name: "Ada King" })).toBeVisible();
  await expectLongNameFits(page);

  const stored = page.waitForResponse((response) => response.url().endsWith("/profile/theme"));
  await page.getByLabel("Colour theme").selectOption("dark");
  expect((await stored).status()).toBe(200);
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await expectZone(page, "GMT+9");

  const context = await browser.newContext({ timezoneId: "America/New_York", colorScheme: "light" });
  const other = await context.newPage();
  await other.goto(`${app.url}/sign-in`);
  await other.evaluate(() => localStorage.setItem("theme", "light"));
  await signInFirstAdmin(app, context);
  await other.addInitScript(() => {
    const observed: string[] = [];
    new MutationObserver(() => observed.push(document.documentElement.dataset["theme"] ?? "none")).observe(
      document,
      { attributes: true, attributeFilter: ["data-theme"], subtree: true },
    );
    Object.assign(globalThis, { observedThemes: observed });
  });
  await expectZone(other, "GMT+9");
  const observed = await other.evaluate(
    () => (globalThis as { observedThemes?: readonly string[] }).observedThemes ?? [],
  );
  expect([...new Set(observed)]).toEqual(["dark"]);
  // The button of the top bar stores the theme too.
  const changed = other.waitForResponse((response) => response.url().endsWith("/profile/theme"));
  await other.getByRole("button", { name: /^Theme:/ }).click();
  expect((await changed).status()).toBe(200);
  await openInteractive(page, `${app.url}/settings/profile`);
  await expect(page.getByLabel("Colour theme")).toHaveValue("system");

  await page.getByLabel("Present password").fill("a wrong password");
  await page.getByLabel("New password").fill("another long password");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("is not your present password")).toBeVisible();
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await page.getByLabel("Present password").fill(firstAdmin.password);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("The password was changed. 1 other session ended.")).toBeVisible();
  await expect(page.getByLabel("New password")).toHaveValue("");
  await expect(other).toHaveURL(new RegExp(`^${app.url}/sign-in`), { timeout: 30_000 });
  await signInFirstAdmin(app, context, "another long password");

  await page.getByLabel("Time zone", { exact: true }).selectOption("");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The profile was saved.")).toBeVisible();
  await expectZone(page, "UTC");
  await context.close();
});
