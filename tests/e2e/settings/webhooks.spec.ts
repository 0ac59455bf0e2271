/** An admin adds a webhook, copies its secret, tests it with a real receiver, and deletes it. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { findAccessibilityViolations } from "../../support/e2e/axe";
import { expect, test } from "../../support/e2e/browser-test";
import { startEmptyApp, type EmptyApp } from "../../support/e2e/empty-app";
import { addFirstAdmin } from "../../support/e2e/first-admin";
import { openInteractive, reloadInteractive } from "../../support/e2e/open-interactive";

let app: EmptyApp;
let receiver: Server;
let status = 202;
let host = "";

test.beforeAll(async () => {
  test.setTimeout(240_000);
  receiver = createServer((request, response) => {
    request.resume();
    response.writeHead(status).end(status === 202 ? "queued" : "no such job");
  });
  await new Promise<void>((resolve) => void receiver.listen(0, "127.0.0.1", resolve));
  host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  app = await startEmptyApp("webhooks", {
    RIDGEPOINT_WEBHOOK_HOSTS: host,
    RIDGEPOINT_SECRET_KEY: "a-secret-key-of-this-test-0123456789",
  });
});

test.afterAll(async () => {
  await app.stop();
  receiver.close();
});

test("an admin adds a webhook, sees the outcome of tests, and deletes it", async ({ page, complaints }) => {
  complaints.expectComplaint(/Failed to load resource/);
  test.setTimeout(180_000);
  await addFirstAdmin(app, page.context());
  await openInteractive(page, `${app.url}/settings/webhooks`);
  await page.getByRole("button", { name: "Add webhook" }).click();
  await expect(page.getByLabel("Name")).toBeFocused();
  await page.getByLabel("Name").fill("Rollback");
  for (const [url, reason] of [
    ["http://169.254.169.254/latest", "is a link-local or metadata address"],
    ["http://2130706433:9/", "is a private address"],
  ] as const) {
    await page.getByLabel("URL").fill(url);
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await expect(page.getByText(reason)).toBeVisible();
  }
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await page.getByLabel("URL").fill(`http://${host}/hook`);
  await page.getByRole("button", { name: "Add", exact: true }).click();
  const secret = page.getByRole("status", { name: "Signing secret" });
  await expect(secret.locator("code")).toHaveText(/^whsec_[\w+/]{43}=$/);
  const row = page.getByRole("listitem", { name: "Rollback", exact: true });
  await expect(row).toContainText("No message was sent yet.");

  await row.getByRole("button", { name: "Send test to Rollback" }).click();
  const messages = page.getByRole("list", { name: "Messages to Rollback" }).getByRole("listitem");
  await expect(messages).toHaveCount(1);
  await expect(messages.first()).toContainText(
    /Test, Ada Lovelace: Accepted with the status 202 after \d+ ms, 1 attempt\. Response: queued/,
  );
  status = 500;
  await row.getByRole("button", { name: "Send test to Rollback" }).click();
  await expect(messages).toHaveCount(2);
  await expect(messages.first()).toContainText("The receiver responded with the status 500.");
  await expect(messages.first()).toContainText("no such job");
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findAccessibilityViolations(page)).toEqual([]);
  }

  await reloadInteractive(page);
  await expect(messages).toHaveCount(2);
  await expect(secret).toHaveCount(0);
  await row.getByRole("button", { name: "New secret for Rollback" }).click();
  await row.getByRole("button", { name: "Replace secret" }).click();
  await expect(secret.locator("code")).toHaveText(/^whsec_/);
  await row.getByRole("button", { name: "Edit Rollback" }).click();
  await page.getByLabel("Name").fill("Rollback of chat");
  await page.getByRole("button", { name: "Save" }).click();
  const renamed = page.getByRole("listitem", { name: "Rollback of chat", exact: true });
  await renamed.getByRole("button", { name: "Delete Rollback of chat" }).click();
  await renamed.getByRole("button", { name: "Delete webhook" }).click();
  await expect(renamed).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("0 webhooks.");
});
