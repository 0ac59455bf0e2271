/** An invited person signs in with an OpenID Connect provider, and a person who is not invited is refused. */
import { createHash } from "node:crypto";
import pg from "pg";
import { startOidcProvider, type RunningProvider } from "@/tests/support/server/oidc-provider";
import { findAccessibilityViolations } from "../../support/e2e/axe";
import { expect, test } from "../../support/e2e/browser-test";
import { startEmptyApp, type EmptyApp } from "../../support/e2e/empty-app";
import { openInteractive } from "@/tests/support/e2e/open-interactive";

let app: EmptyApp;
let provider: RunningProvider;
const token = "a-setup-token-of-this-test";
const password = "correct horse battery";

test.beforeAll(async () => {
  test.setTimeout(240_000);
  provider = await startOidcProvider();
  app = await startEmptyApp("provider-sign-in", {
    RIDGEPOINT_OIDC_ISSUER: provider.issuer,
    RIDGEPOINT_OIDC_CLIENT_ID: provider.clientId,
    RIDGEPOINT_OIDC_CLIENT_SECRET: provider.clientSecret,
    RIDGEPOINT_OIDC_NAME: "Example Login",
  });
  provider.allowApplication(app.url);
  const client = new pg.Client({ connectionString: app.databaseUrl });
  await client.connect();
  await client.query(
    `insert into invitations (id, token_hash, purpose, role, author, expires_at)
     values (gen_random_uuid(), $1, 'setup', 'admin', 'system', now() + interval '1 hour')`,
    [createHash("sha256").update(token).digest("hex")],
  );
  await client.end();
});

test.afterAll(async () => {
  await app.stop();
  await provider.stop();
});

test("an admin invites an address, which signs in with the provider and returns to the page", async ({
  page,
  browser,
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
  await openInteractive(page, `${app.url}/settings/people`);
  await page.getByLabel("Role of the new person").selectOption("editor");
  await page.getByLabel("E-mail address (optional)").fill("Grace@example.com");
  await page.getByRole("button", { name: "Create invitation" }).click();
  await expect(page.getByText("Invitation of grace@example.com as editor")).toBeVisible();
  expect(await findAccessibilityViolations(page)).toEqual([]);

  const context = await browser.newContext();
  const other = await context.newPage();
  provider.setAccount({ sub: "eve", email: "eve@example.com", email_verified: true, name: "Eve" });
  await other.goto(`${app.url}/settings/organisation`);
  const button = other.getByRole("button", { name: "Sign in with Example Login" });
  await expect(other.getByLabel("E-mail address")).toBeFocused();
  expect(await findAccessibilityViolations(other)).toEqual([]);
  await button.click();
  await expect(other.getByText("Eve@example.com is not invited.")).toBeVisible();
  await expect(other).toHaveURL(`${app.url}/sign-in/callback`);
  expect(await findAccessibilityViolations(other)).toEqual([]);
  await context.close();

  const invited = await browser.newContext();
  const grace = await invited.newPage();
  provider.setAccount({ sub: "g", email: "grace@example.com", email_verified: true, name: "Grace Hopper" });
  await grace.goto(`${app.url}/settings/organisation`);
  // The form focuses its first field when scripts run, so the button works from then on.
  await expect(grace.getByLabel("E-mail address")).toBeFocused();
  await grace.getByRole("button", { name: "Sign in with Example Login" }).focus();
  await grace.keyboard.press("Enter");
  await expect(grace).toHaveURL(`${app.url}/settings/organisation`);
  await expect(grace.getByRole("navigation", { name: "Pages" }).first()).toContainText("Grace Hopper");
  await invited.close();
});
