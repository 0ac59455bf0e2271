/** A person sets up a second factor, signs in with a code and a recovery code, and requires it from admins. */
import { createHash } from "node:crypto";
import type { Page } from "@playwright/test";
import pg from "pg";
import { computeCode, findTimeStep } from "@/lib/services/people/second-factor/totp";
import { findAccessibilityViolations } from "../../support/e2e/axe";
import { expect, test } from "../../support/e2e/browser-test";
import { startEmptyApp, type EmptyApp } from "../../support/e2e/empty-app";
import { openInteractive } from "@/tests/support/e2e/open-interactive";

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

test.beforeAll(async () => {
  test.setTimeout(240_000);
  app = await startEmptyApp("second-factor", {
    RIDGEPOINT_SECRET_KEY: "a key of this test, 32 letters long",
  });
  await query(
    `insert into invitations (id, token_hash, purpose, role, author, expires_at)
     values (gen_random_uuid(), $1, 'setup', 'admin', 'system', now() + interval '1 hour')`,
    [createHash("sha256").update(token).digest("hex")],
  );
});

test.afterAll(async () => {
  await app.stop();
});

/** Types the password, and leaves the page at the field of the code. */
async function startSignIn(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in to Ridgepoint");
  await page.getByLabel("E-mail address").fill("ada@example.com");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Enter your code");
}

test("sets up a second factor, signs in with codes by keyboard, and requires it from admins", async ({
  page,
  complaints,
}) => {
  complaints.expectComplaint(/status of 40[13]/);
  test.setTimeout(180_000);
  await page.goto(`${app.url}/setup#${token}`);
  await page.getByLabel("Name").fill("Ada Lovelace");
  await page.getByLabel("E-mail address").fill("ada@example.com");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${app.url}/overview`);

  await openInteractive(page, `${app.url}/settings/profile`);
  await page.getByRole("button", { name: "Set up second factor" }).click();
  await expect(page.getByRole("img", { name: "QR code of the secret" })).toBeVisible();
  const field = page.getByLabel("Code", { exact: true });
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute("autocomplete", "one-time-code");
  expect(await findAccessibilityViolations(page)).toEqual([]);
  const region = page.getByRole("region", { name: "Second factor" });
  const secret = (await region.locator("code").textContent())?.replaceAll(" ", "") ?? "";
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  /** Returns a code that is accepted, although the test is faster than the codes change. */
  const nextCode = async (): Promise<string> => {
    await query("update second_factors set used_step = 0");
    return computeCode(secret, findTimeStep(Date.now()));
  };
  await page.keyboard.type("000000");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Code refused.")).toBeVisible();
  await field.fill(await nextCode());
  await page.keyboard.press("Enter");
  const codes = page.getByRole("status", { name: "Recovery codes" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  const recoveryCode = (await codes.first().textContent()) ?? "";
  await expect(page.getByText("10 recovery codes can still be used.")).toBeVisible();
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Sign out" }).first().click();

  await startSignIn(page);
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute("autocomplete", "one-time-code");
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await page.keyboard.type("000000");
  await page.keyboard.press("Enter");
  await expect(page.getByText("The code is incorrect or was already used.")).toBeVisible();
  await field.fill(await nextCode());
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${app.url}/overview`);
  await openInteractive(page, `${app.url}/settings/organisation`);
  const rule = page.getByLabel("Admins need a second factor");
  await expect(rule).not.toBeChecked();
  await query("update sessions set confirmed_at = now() - interval '11 minutes'");
  await query("delete from allowances");
  await rule.click();
  const dialog = page.getByRole("dialog", { name: "Confirm that it is you" });
  await dialog.getByLabel("Code", { exact: true }).fill(await nextCode());
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(rule).toBeChecked();
  expect(await findAccessibilityViolations(page)).toEqual([]);

  await page.getByRole("button", { name: "Sign out" }).first().click();
  await startSignIn(page);
  await page.keyboard.type(recoveryCode);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${app.url}/overview`);
  await openInteractive(page, `${app.url}/settings/people`);
  await page.getByRole("button", { name: "Reset second factor" }).click();
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Reset", exact: true }).click();
  // The sessions of the person end, and the admin without a second factor has the rights of an editor.
  await expect(page).toHaveURL(new RegExp(`^${app.url}/sign-in`));
  await page.goto(`${app.url}/sign-in`);
  await page.getByLabel("E-mail address").fill("ada@example.com");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${app.url}/overview`);
  await page.goto(`${app.url}/settings/people`);
  await expect(page.getByText("Your sign-in has no second factor. Set up a second factor in")).toBeVisible();
  await page.goto(`${app.url}/settings/profile`);
  await expect(page.getByText("Your organisation requires a second factor from admins.")).toBeVisible();
});
