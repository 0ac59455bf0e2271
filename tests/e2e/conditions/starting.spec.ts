/** A source that is still being prepared: every page shows its note, and Traces that it is starting. */
import { rmSync, writeFileSync } from "node:fs";
import { expect, test } from "../../support/e2e/browser-test";
import { findSystemOfWorker } from "../../support/e2e/e2e-addresses";
import { jaegerFaults } from "../../support/e2e/system";

const notesFile = (): string => findSystemOfWorker()?.sourceNotes ?? "";
const building = "Starting: building Jaeger, 2 of about 4 min.";

test.afterEach(async () => {
  rmSync(notesFile(), { force: true });
  await jaegerFaults.clear();
});

test("shows notes on every page while they exist", async ({ page }) => {
  writeFileSync(
    notesFile(),
    JSON.stringify({ prometheus: "Loading history: 9 of 14 days.", jaeger: building }),
  );
  for (const path of ["/overview", "/signals", "/traces", "/roofline", "/settings/data-check"]) {
    await page.goto(path);
    const notes = page.getByRole("complementary", { name: "Source notes" });
    await expect(notes).toContainText("Prometheus: Loading history: 9 of 14 days.");
    await expect(notes).toContainText(`Jaeger: ${building}`);
  }
  await page.goto("/settings/sources");
  await expect(page.getByRole("listitem", { name: "Jaeger" })).toContainText(building);
  rmSync(notesFile());
  await expect(page.getByRole("complementary", { name: "Source notes" })).toBeHidden();
});

test("Traces shows that the source is starting, and recovers", async ({ page, complaints }) => {
  complaints.expectComplaint(/503/);
  const body = JSON.stringify({ error: { httpCode: 503, message: building } });
  await jaegerFaults.set({ kind: "status", status: 503, body, retryAfterSeconds: 1 });
  await page.goto("/traces?d=chat-70b&from=now-15m");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The source is still starting.");
  await expect(
    page.getByText("Ridgepoint retries the query automatically. Metrics are not affected."),
  ).toBeVisible();
  await jaegerFaults.clear();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Traces of chat-70b");
});
