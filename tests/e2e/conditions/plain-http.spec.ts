/** Over plain HTTP on a host other than localhost, browsers disable APIs that require a secure context. */
import { findAccessibilityViolations } from "../../support/e2e/axe";
import { expect, test } from "../../support/e2e/browser-test";
import { startEmptyApp } from "../../support/e2e/empty-app";
import { addFirstAdmin, firstAdmin } from "../../support/e2e/first-admin";
import { openInteractive } from "@/tests/support/e2e/open-interactive";

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, "clipboard", { get: () => undefined });
    Object.defineProperty(Crypto.prototype, "randomUUID", { value: undefined });
  });
});

test("copies a query and keeps the popover open", async ({ page }) => {
  await openInteractive(page, "/signals?d=search-30b&from=now-5m&live=false");
  const panel = page.getByRole("region", { name: "Requests", exact: true });
  await panel.hover();
  await panel.getByRole("button", { name: "Queries of Requests" }).click();
  const peek = page.getByRole("dialog");
  const query = await peek.locator("code").first().textContent();
  await peek.getByRole("button", { name: "Copy query" }).first().click();
  await expect(peek.getByText("Copied")).toBeAttached();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  const search = page.getByRole("combobox", { name: "Search or go to" });
  await search.focus();
  await page.keyboard.press("Control+v");
  await expect(search).toHaveValue(query ?? "");
});

test("adds an event", async ({ page }) => {
  await openInteractive(page, "/signals?d=search-30b&from=now-15m");
  await page.getByRole("button", { name: /^Events/ }).click();
  const panel = page.getByRole("dialog", { name: "Events" });
  await panel.getByRole("button", { name: "Add event" }).click();
  await panel.getByLabel("Title").fill("written over plain HTTP");
  await panel.getByRole("button", { name: "Add", exact: true }).click();
  await expect(panel.getByText("The event was added.")).toBeVisible();
});

test("refuses the sign-in on another host, and names TLS", async ({ playwright, launchOptions, page }) => {
  test.setTimeout(240_000);
  const host = "ridgepoint.test";
  const app = await startEmptyApp("plain-http", { RIDGEPOINT_URL: `http://${host}` });
  await addFirstAdmin(app, page.context());
  const remote = await playwright.chromium.launch({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), `--host-resolver-rules=MAP ${host} 127.0.0.1`],
  });
  const visitor = await remote.newPage();
  const url = `http://${host}:${new URL(app.url).port}`;
  await visitor.goto(`${url}/overview`);
  await expect(visitor).toHaveURL(`${url}/sign-in`);
  for (const path of ["/sign-in", "/join#a-token", "/set-password#a-token"]) {
    await visitor.goto(`${url}${path}`);
    await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Sign-in needs TLS");
    await expect(visitor.getByRole("main")).toContainText(
      "Put a proxy with TLS in front of Ridgepoint, set RIDGEPOINT_URL to its https:// address, and open that address.",
    );
    await expect(visitor.locator("input")).toHaveCount(0);
  }
  expect(await findAccessibilityViolations(visitor)).toEqual([]);
  const refused = await visitor.evaluate(async ({ email, password }) => {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ email, password });
    const response = await fetch("/api/v1/session", { method: "POST", headers, body });
    return { status: response.status, body: (await response.json()) as object };
  }, firstAdmin);
  expect(refused).toMatchObject({ status: 403, body: { title: "Sign-in needs TLS" } });
  await remote.close();
  await app.stop();
});
