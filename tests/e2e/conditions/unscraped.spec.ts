/**
 * All replicas stop and start again: the page shows it within a few scrapes, and rates are not diluted by the outage.
 */
import { expect, test } from "../../support/e2e/browser-test";
import { systemParts } from "../../support/e2e/system";

/** A target is down after 10 s without an answer. The page polls every 5 s, and a read of all rows may take 10 s. */
const soonMs = 25_000;

test(
  "shows stopped targets as down at once, and computes rates since their return",
  { tag: "@fleet" },
  async ({ page }) => {
    test.setTimeout(300_000);
    await page.goto("/overview?from=now-15m");
    const row = page.getByRole("table").getByRole("row").filter({ hasText: "search-30b" });
    await expect(row).toContainText("OK", { timeout: 60_000 });
    const counts = page.getByRole("list", { name: "Deployments by status" });
    // The first reads of all rows take longer than the later ones.
    await expect(counts).not.toContainText("loading", { timeout: 60_000 });
    await systemParts.stop("simulator");
    try {
      await expect(counts).toContainText("5 unreachable", { timeout: soonMs });
      const since =
        /No target of this deployment has responded to Prometheus since \d\d:\d\d \S+, so the current state is unknown/;
      // The headline follows the status within 30 s.
      await expect(row).toContainText(since, { timeout: 60_000 });
      await expect(page.getByRole("heading", { level: 1 })).toContainText(since);
      await page.goto("/signals?d=search-30b&from=now-15m");
      const panel = page.getByRole("region", { name: "Running and waiting" });
      await panel.scrollIntoViewIfNeeded();
      await expect(panel).toContainText(/target down since \d\d:\d\d \S+\. The deployment's targets/, {
        timeout: 60_000,
      });
      await page.goto("/overview?from=now-15m");
    } finally {
      await systemParts.start("simulator");
    }
    await expect(row).toContainText(/over \d+\s(?:s|min)/, { timeout: soonMs });
    await expect(counts).not.toContainText("unreachable");
  },
);
