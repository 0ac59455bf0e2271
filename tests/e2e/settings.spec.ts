import { expect, test } from "../support/e2e/browser-test";

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
  await page.goto("/settings/sources");
  const prometheus = page.getByRole("listitem", { name: "Prometheus" });
  await prometheus.getByRole("button", { name: "Check now" }).click();
  await expect(prometheus).toContainText("The source responds.");
});

test("the time zone of the organisation is saved, also after a reload, and an edit of an older version is refused", async ({
  page,
  complaints,
}) => {
  await page.goto("/settings/organisation");
  const zone = page.getByLabel("Time zone of hours and days of the week");
  await zone.selectOption("Europe/Berlin");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The time zone was saved.")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(
    "The organisation uses Europe/Berlin time.",
  );
  const { version } = (await (await page.request.get("/api/v1/organisation")).json()) as { version: number };
  const other = await page.request.patch("/api/v1/organisation", {
    headers: { "if-match": `"${version}"` },
    data: { timeZone: "UTC" },
  });
  expect(other.status()).toBe(200);
  complaints.expectComplaint(/status of 412/);
  await zone.selectOption("Asia/Tokyo");
  await page.getByRole("button", { name: "Save" }).click();
  const conflict = page.getByRole("dialog", { name: "Changed by someone else" });
  await expect(conflict.getByRole("row", { name: /^Time zone/ })).toHaveText(/Asia\/Tokyo.*UTC/);
  await conflict.getByRole("button", { name: "Take theirs" }).click();
  await expect(zone).toHaveValue("UTC");
});

test("explains how to connect sources", async ({ page }) => {
  await page.goto("/settings/sources#connect");
  await expect(page.getByRole("region", { name: "Connect your own sources" })).toContainText(
    "PROMETHEUS_BEARER_TOKEN_FILE",
  );
});
