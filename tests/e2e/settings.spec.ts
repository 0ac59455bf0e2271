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

test("explains how to connect sources", async ({ page }) => {
  await page.goto("/settings/sources#connect");
  await expect(page.getByRole("region", { name: "Connect your own sources" })).toContainText(
    "PROMETHEUS_BEARER_TOKEN_FILE",
  );
});
