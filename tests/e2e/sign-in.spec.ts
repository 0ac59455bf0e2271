/** The first admin is added with the setup link, signs out and in, and manages people. Every page needs a sign-in then. */
import { createHash } from "node:crypto";
import type { Page } from "@playwright/test";
import pg from "pg";
import { findAccessibilityViolations } from "../support/e2e/axe";
import { expect, test } from "../support/e2e/browser-test";
import { startEmptyApp, type EmptyApp } from "../support/e2e/empty-app";
import { openInteractive, reloadInteractive } from "../support/e2e/open-interactive";

// The later tests sign in as the person of the first.
test.describe.configure({ mode: "serial" });

let app: EmptyApp;
const token = "a-setup-token-of-this-test";
const password = "correct horse battery";

/** Runs a statement in the database of the app. */
async function query(text: string, values: readonly string[] = []): Promise<void> {
  const client = new pg.Client({ connectionString: app.databaseUrl });
  await client.connect();
  await client.query(text, [...values]);
  await client.end();
}

/** Fills the form of a setup link or an invitation, and submits it by keyboard. */
async function enterPerson(
  page: Page,
  { name, email }: { readonly name: string; readonly email: string },
): Promise<void> {
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
}

test.beforeAll(async () => {
  test.setTimeout(240_000);
  app = await startEmptyApp("sign-in");
  await query(
    `insert into invitations (id, token_hash, purpose, role, author, expires_at)
     values (gen_random_uuid(), $1, 'setup', 'admin', 'system', now() + interval '1 hour')`,
    [createHash("sha256").update(token).digest("hex")],
  );
});

test.afterAll(async () => {
  await app.stop();
});

test("sets up the first admin, who signs out and in by keyboard and returns to the page", async ({
  page,
  complaints,
}) => {
  complaints.expectComplaint(/status of 40[013]/);
  test.setTimeout(120_000);
  await page.goto(`${app.url}/settings/people`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("0 people may sign in.");
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await page.goto(`${app.url}/setup#${token}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Set up Ridgepoint");
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await expect(page.getByLabel("E-mail address")).toHaveAttribute("autocomplete", "username");
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("autocomplete", "new-password");
  await page.goto(`${app.url}/setup#an-unknown-token`);
  await enterPerson(page, { name: "Ada Lovelace", email: "ada@example.com" });
  const error = page.getByRole("form", { name: "Set up Ridgepoint" }).getByRole("alert");
  await expect(error).toContainText("This link cannot be used");
  await expect(error).toContainText("restart Ridgepoint, which then prints a new link");
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await page.goto(`${app.url}/setup#${token}`);
  await enterPerson(page, { name: "\u0410da Lovelace", email: "ada@example.com" });
  await expect(error).toContainText('Must not mix alphabets in one word: "\u0410da" has Latin and Cyrillic');
  await enterPerson(page, { name: "Ada Lovelace", email: "ada@example.com" });
  await expect(page).toHaveURL(`${app.url}/overview`);
  await page.goto(`${app.url}/setup#${token}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ridgepoint is already set up");
  await expect(page.getByLabel("Password", { exact: true })).toHaveCount(0);
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await page.goto(`${app.url}/overview`);
  const navigation = page.getByRole("navigation", { name: "Pages" }).first();
  await expect(navigation).toContainText("Ada Lovelace");
  expect(await findAccessibilityViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.cookie)).toBe("");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "More pages" }).click();
  const menu = page.getByRole("dialog", { name: "More pages" });
  await expect(menu.getByRole("link", { name: "Ada Lovelace" })).toBeInViewport({ ratio: 1 });
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await menu.getByRole("button", { name: "Sign out" }).click();
  await page.setViewportSize({ width: 1440, height: 1000 });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in to Ridgepoint");

  const refused = await page.goto(`${app.url}/settings/organisation?from=now-1h`);
  await expect(page).toHaveURL(`${app.url}/sign-in?from=%2Fsettings%2Forganisation%3Ffrom%3Dnow-1h`);
  expect(await refused?.text()).not.toContain("Prometheus");
  await expect(page.getByLabel("E-mail address")).toBeFocused();
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute(
    "autocomplete",
    "current-password",
  );
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await page.keyboard.type("ada@example.com");
  await page.keyboard.press("Tab");
  await page.keyboard.type("wrong password");
  await page.keyboard.press("Enter");
  await expect(page.getByText("The e-mail address or the password is incorrect.")).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${app.url}/settings/organisation?from=now-1h`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("The organisation uses UTC time.");
});

test("an admin invites a person, changes the role, and removes the person, who then must sign in", async ({
  page,
  browser,
  complaints,
}) => {
  test.setTimeout(120_000);
  complaints.expectComplaint(/status of 401/);
  await page.goto(`${app.url}/sign-in?from=//evil.example.com`);
  await page.getByLabel("E-mail address").fill("ada@example.com");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(`${app.url}/overview`);
  await openInteractive(page, `${app.url}/settings/people`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("1 person may sign in.");
  await page.getByLabel("Role of the new person").selectOption("editor");
  await page.getByRole("button", { name: "Create invitation" }).click();
  const link = (await page.getByRole("status", { name: "Invitation" }).locator("code").textContent()) ?? "";
  await expect(page.getByText("Invitation as editor")).toBeVisible();
  expect(await findAccessibilityViolations(page)).toEqual([]);

  const other = await browser.newPage();
  await other.goto(link);
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("Join Ridgepoint");
  expect(await findAccessibilityViolations(other)).toEqual([]);
  await enterPerson(other, { name: "Grace Hopper", email: "grace@example.com" });
  await expect(other).toHaveURL(`${app.url}/overview`);

  await reloadInteractive(page);
  const row = page.getByRole("listitem", { name: "Grace Hopper" });
  await row.getByLabel("Role of Grace Hopper").selectOption("viewer");
  await expect(other).toHaveURL(new RegExp(`^${app.url}/sign-in`), { timeout: 30_000 });
  await row.getByRole("button", { name: "Create password link" }).click();
  const reset =
    (await row.getByRole("status", { name: "Password link" }).locator("code").textContent()) ?? "";
  await other.goto(reset);
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("Set a new password");
  expect(await findAccessibilityViolations(other)).toEqual([]);
  await other.getByLabel("Password", { exact: true }).fill("another long password");
  await other.keyboard.press("Enter");
  await expect(other).toHaveURL(`${app.url}/overview`);

  await row.getByRole("button", { name: "Remove" }).click();
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await row.getByRole("button", { name: "Remove person" }).click();
  await expect(row).toBeHidden();
  await expect(other).toHaveURL(new RegExp(`^${app.url}/sign-in`), { timeout: 30_000 });
  await other.close();
});

test("a person creates a token for a program, revokes it, and ends the session of another browser", async ({
  page,
  browser,
  complaints,
}) => {
  test.setTimeout(120_000);
  complaints.expectComplaint(/status of 401/);
  const signIn = async (one: Page): Promise<void> => {
    await one.goto(`${app.url}/sign-in`);
    await one.getByLabel("E-mail address").fill("ada@example.com");
    await one.getByLabel("Password", { exact: true }).fill(password);
    await one.getByRole("button", { name: "Sign in" }).click();
    await expect(one).toHaveURL(`${app.url}/overview`);
  };
  await signIn(page);
  await openInteractive(page, `${app.url}/settings/tokens`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("No active API tokens.");
  await page.getByRole("button", { name: "Create token" }).click();
  await expect(page.getByLabel("Name")).toBeFocused();
  await page.getByLabel("Name").fill("nightly gate");
  await page.getByLabel("create and read gate runs").check();
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Create", exact: true }).click();
  const text = (await page.getByRole("status", { name: "New token" }).locator("code").textContent()) ?? "";
  expect(text).toMatch(/^rp_/);
  const row = page.getByRole("listitem", { name: "nightly gate" });
  await expect(row).toContainText("read, gate");
  await expect(row).toContainText("Created by Ada Lovelace, not used yet.");
  expect(await findAccessibilityViolations(page)).toEqual([]);
  const readWithToken = async (path: string): Promise<number> =>
    (await fetch(`${app.url}${path}`, { headers: { authorization: `Bearer ${text}` } })).status;
  expect(await readWithToken("/api/v1/gates")).toBe(200);
  expect(await readWithToken("/api/v1/audit")).toBe(403);
  await reloadInteractive(page);
  await expect(page.getByRole("status", { name: "New token" })).toBeHidden();
  await expect(row).toContainText(/last used .* from/);
  await row.getByRole("button", { name: "Revoke" }).click();
  await row.getByRole("button", { name: "Revoke token" }).click();
  await expect(row).toContainText("Revoked.");
  expect(await readWithToken("/api/v1/gates")).toBe(401);

  const other = await browser.newPage();
  await signIn(other);
  await page.goto(`${app.url}/settings/sessions`);
  const sessions = page.getByRole("list", { name: "Sessions" }).getByRole("listitem");
  await expect(sessions.filter({ hasText: "This browser." })).toHaveCount(1);
  expect(await findAccessibilityViolations(page)).toEqual([]);
  const count = await sessions.count();
  expect(count).toBeGreaterThan(1);
  // The other browser signed in last.
  await sessions
    .filter({ hasNotText: "This browser." })
    .first()
    .getByRole("button", { name: "End session" })
    .click();
  await expect(sessions).toHaveCount(count - 1);
  await expect(other).toHaveURL(new RegExp(`^${app.url}/sign-in`), { timeout: 30_000 });
  await other.close();
});
