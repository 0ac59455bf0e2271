import { demoAdmin } from "@/lib/model/person";
import { findAccessibilityViolations } from "../support/e2e/axe";
import { expect, test } from "../support/e2e/browser-test";
import { signInDemoAdmin } from "../support/e2e/demo-admin";
import { openInteractive } from "../support/e2e/open-interactive";

test("lists health, version, latency and configuration variable of each source", async ({ page }) => {
  await page.goto("/settings/sources");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("All sources respond.");
  const prometheus = page.getByRole("listitem", { name: "Prometheus" });
  // A distribution may append a suffix, such as 2.42.0+ds.
  await expect(prometheus).toContainText(/up, version \d+\.\d+\.\d+(?:[+-][\w.]+)?, \d+\sms/);
  await expect(prometheus).toContainText("PROMETHEUS_URL");
  await expect(page.getByRole("listitem", { name: "Jaeger" })).toContainText("up");
  await expect(page.getByRole("listitem", { name: "PostgreSQL" })).toContainText(/up, version 18/);
});

test("checks a source on demand", async ({ page }) => {
  await openInteractive(page, "/settings/sources");
  const prometheus = page.getByRole("listitem", { name: "Prometheus" });
  await prometheus.getByRole("button", { name: "Check now" }).click();
  await expect(prometheus).toContainText("The source responds.");
});

test("lists the endpoints of the API, filters them, shows their schemas and offers the document", async ({
  page,
}) => {
  await openInteractive(page, "/settings/api");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^The API has \d{3} endpoints\./);
  await page.getByLabel("Filter by path, method or name").fill("post gates");
  await expect(page).toHaveURL(/endpoint=post/);
  const gates = page.getByRole("list", { name: "gates" }).getByRole("listitem");
  await expect(gates).toHaveText([/POST.*\/api\/v1\/gates.*Create gate/]);
  await gates.getByText("/api/v1/gates").click();
  await expect(gates).toContainText("Needs an API token with the scope write or gate, or a browser session.");
  await expect(gates.getByRole("region", { name: "Schemas of POST /api/v1/gates" })).toContainText(
    "startsNow",
  );
  expect(await findAccessibilityViolations(page)).toEqual([]);
  const saved = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download the OpenAPI 3.1.0 document" }).click();
  expect((await saved).suggestedFilename()).toBe("ridgepoint-openapi.json");
  await page.getByLabel("Filter by path, method or name").fill("no such endpoint");
  await expect(page.getByText("No endpoint contains these words.")).toBeVisible();
});

test("of two browsers that save the time zone of the organisation, the second sees the conflict and loses nothing", async ({
  page,
  browser,
  complaints,
}) => {
  await signInDemoAdmin(page.context());
  await openInteractive(page, "/settings/organisation");
  const zone = page.getByLabel("Time zone of hours and days of the week");
  await zone.selectOption("Europe/Berlin");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The time zone was saved.")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(
    "The organisation uses Europe/Berlin time.",
  );
  const second = await browser.newContext();
  await signInDemoAdmin(second);
  const other = await second.newPage();
  await other.goto(page.url());
  await zone.selectOption("Asia/Tokyo");
  await other.getByLabel("Time zone of hours and days of the week").selectOption("UTC");
  await other.getByRole("button", { name: "Save" }).click();
  await expect(other.getByText("The time zone was saved.")).toBeVisible();
  await second.close();

  complaints.expectComplaint(/status of 412/);
  await page.getByRole("button", { name: "Save" }).click();
  const conflict = page.getByRole("dialog", { name: "Changed in the meantime" });
  await expect(conflict.getByRole("row", { name: /^Time zone/ })).toHaveText(/Asia\/Tokyo.*UTC/);
  await conflict.getByRole("button", { name: "Take theirs" }).click();
  await expect(zone).toHaveValue("UTC");
  await page.getByRole("button", { name: "Restore my input" }).click();
  await expect(zone).toHaveValue("Asia/Tokyo");
  await zone.selectOption("UTC");
});

test("explains how to connect sources, and why an editor cannot check new ones", async ({ page }) => {
  await page.goto("/settings/sources#connect");
  const connect = page.getByRole("region", { name: "Connect your own sources" });
  await expect(connect).toContainText("PROMETHEUS_BEARER_TOKEN_FILE");
  await expect(connect).toContainText("You need the role “admin” for this.");
  await expect(connect.getByRole("button", { name: "Check" })).toHaveCount(0);
});

test("an admin checks a Prometheus and a Jaeger URL, and copies the lines that connect them", async ({
  page,
  complaints,
}) => {
  complaints.expectComplaint(/status of 400/);
  test.setTimeout(120_000);
  await signInDemoAdmin(page.context());
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await openInteractive(page, "/settings/sources#connect");
  const urlOf = (source: string): Promise<string> =>
    page.getByRole("listitem", { name: source, exact: true }).locator("code").first().innerText();
  // The hosts of configured sources need no permission.
  const [prometheus, jaeger] = [await urlOf("Prometheus"), await urlOf("Jaeger")];
  const form = page.getByRole("form", { name: "Connect your own sources" });
  await form.getByLabel("Prometheus URL").fill("http://169.254.169.254/latest");
  await form.getByRole("button", { name: "Check" }).click();
  await expect(form).toContainText("The URL is a link-local or metadata address.");
  expect(await findAccessibilityViolations(page)).toEqual([]);

  await form.getByLabel("Prometheus URL").fill(prometheus);
  await form.getByLabel("Jaeger URL").fill(jaeger);
  await form.getByRole("button", { name: "Check" }).click();
  const result = page.getByRole("group", { name: "Result of the check" });
  await expect(result).toContainText(/Prometheus \d+\.\d+\.\d+.* responds in \d+\sms\./, { timeout: 60_000 });
  const deployment = result.getByRole("list", { name: "Deployments" }).getByRole("listitem", {
    name: "chat-70b",
    exact: true,
  });
  await expect(deployment).toContainText(/vLLM, model .*chat-70b/);
  await expect(deployment).toContainText(/[1-9]\d* signals with data/);
  await expect(result.getByRole("region", { name: "Traces" })).toContainText(/It has [1-9]\d* services?\./);
  await expect(result.getByRole("region", { name: "ridgepoint.yaml" })).toContainText('title: "chat-70b"');
  await result.getByRole("button", { name: "Copy variables" }).click();
  await expect(result).toContainText("Copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `PROMETHEUS_URL=${prometheus}\nJAEGER_URL=${jaeger}\n`,
  );
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findAccessibilityViolations(page)).toEqual([]);
  }
});

test("the audit trail lists a change with both values, filters it, seals it and exports it", async ({
  page,
  baseURL,
}) => {
  await signInDemoAdmin(page.context());
  // The first change may create the row, which has no state before.
  for (const timeZone of ["Europe/Paris", "Asia/Tokyo"]) {
    const read = await page.request.get("/api/v1/organisation");
    const { version } = (await read.json()) as { version: number };
    const edited = await page.request.patch("/api/v1/organisation", {
      headers: { origin: baseURL ?? "", "if-match": `"${version}"` },
      data: { timeZone },
    });
    expect(edited.status()).toBe(200);
  }
  await openInteractive(page, "/settings/sources");
  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Audit trail" }).click();
  const entries = page
    .getByRole("list", { name: "Entries" })
    .getByRole("listitem", { name: /^edit organisation/ });
  await expect(entries.first()).toContainText("time zone: Europe/Paris → Asia/Tokyo");
  await expect(entries.first()).toContainText(new RegExp(`${demoAdmin.name}.*from 127\\.0\\.0\\.1`, "s"));
  await expect(entries.first()).toContainText(/sealed, number \d+/);

  await page.getByLabel("Action").selectOption("edit-organisation");
  await expect(page).toHaveURL(/action=edit-organisation/);
  await page.getByRole("button", { name: /Time range/ }).click();
  await page.getByRole("button", { name: /^Last 1.h$/ }).click();
  await expect(page).toHaveURL(/from=now-1h/);
  await expect(entries.first()).toContainText("Europe/Paris → Asia/Tokyo");
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export JSON Lines" }).click();
  expect((await saved).suggestedFilename()).toMatch(/^audit-trail-.*\.jsonl$/);
  await expect(page.getByText(/\d entr(?:y was|ies were) exported\.$/)).toBeVisible();
  await page.goto("/settings/audit?author=no-such-author");
  await expect(page.getByText("No entry matches these filters.")).toBeVisible();
});
