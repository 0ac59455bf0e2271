import { expect, test } from "./browser-test";

test("each source tells its health, version and latency, and who set it", async ({ page }) => {
  await page.goto("/settings/sources");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("All sources respond.");
  const prometheus = page.getByRole("listitem", { name: "Prometheus" });
  // A distribution adds a word of its own: 2.42.0+ds.
  await expect(prometheus).toContainText(/up, version \d+\.\d+\.\d+(?:[+-][\w.]+)?, \d+\sms/);
  await expect(prometheus).toContainText("PROMETHEUS_URL");
  await expect(page.getByRole("listitem", { name: "Jaeger" })).toContainText("up");
  await expect(page.getByRole("listitem", { name: "PostgreSQL" })).toContainText(/up, version 18/);
});

test("a source is checked on demand", async ({ page }) => {
  await page.goto("/settings/sources");
  const prometheus = page.getByRole("listitem", { name: "Prometheus" });
  await prometheus.getByRole("button", { name: "Check now" }).click();
  await expect(prometheus).toContainText("The source responds.");
});

test("how one's own is connected is told", async ({ page }) => {
  await page.goto("/settings/sources#connect");
  await expect(page.getByRole("region", { name: "Connect your own sources" })).toContainText(
    "PROMETHEUS_BEARER_TOKEN_FILE",
  );
});
