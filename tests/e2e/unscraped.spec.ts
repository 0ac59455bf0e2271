/** Every replica dead, then alive again: it is told within a few scrapes, and no number is thinned by the time between. */
import { expect, test } from "./browser-test";
import { parts } from "./system";

/** The page reads every five seconds, Prometheus every second. */
const soonMs = 20_000;

test("dead targets are down at once, and rates after their return are told over the time since", async ({
  page,
}) => {
  await page.goto("/overview?from=now-15m");
  const row = page.getByRole("table").getByRole("row").filter({ hasText: "search-30b" });
  await expect(row).toContainText("Ok", { timeout: 60_000 });
  await parts.stop("simulator");
  try {
    await expect(page.getByRole("list", { name: "Deployments by status" })).toContainText(
      "5 with the source down",
      { timeout: soonMs },
    );
    await expect(row).toContainText("None of its targets answers Prometheus");
  } finally {
    await parts.start("simulator");
  }
  await expect(row).toContainText(/over \d+\s(?:s|min)/, { timeout: soonMs });
  await expect(page.getByRole("list", { name: "Deployments by status" })).not.toContainText("source down");
});
