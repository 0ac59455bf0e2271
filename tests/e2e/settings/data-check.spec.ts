import { expect, test } from "../../support/e2e/browser-test";
import { prometheusFaults } from "../../support/e2e/system";
import { openInteractive } from "@/tests/support/e2e/open-interactive";

test.afterEach(() => prometheusFaults.clear());

test("lists every signal with its value, or with the reason and the flag that enables it", async ({
  page,
}) => {
  await openInteractive(page, "/settings/sources");
  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Data check" }).click();
  await expect(page).toHaveURL(/\/settings\/data-check\?d=/, { timeout: 30_000 });
  await page.goto("/settings/data-check?d=chat-70b");
  await expect(page.getByRole("heading", { level: 1 })).toContainText(/\d+ of \d+ signals have data/, {
    timeout: 30_000,
  });
  const engine = page.getByRole("region", { name: "Engine" });
  await expect(engine.getByRole("listitem", { name: "Time to first token, TTFT" })).toContainText(
    /has data\s*[\d.]+/,
  );
  await expect(engine.getByRole("listitem", { name: "Speculative tokens accepted" })).toContainText(
    /metric absent.*speculative decoding/s,
  );
  await expect(
    page.getByRole("region", { name: "GPU" }).getByRole("listitem", { name: "GPU power" }),
  ).toContainText(/has data\s*[\d,]+\s?W/);
  await page.getByRole("checkbox", { name: "Only signals with problems" }).check();
  await expect(engine.getByRole("listitem", { name: "Time to first token, TTFT" })).toBeHidden();
  await page.getByRole("checkbox", { name: "Only signals with problems" }).uncheck();
  await engine.getByRole("link", { name: "Preemptions" }).click();
  await expect(page).toHaveURL(/\/signals\?d=chat-70b#signal-preemptions/);
  await expect(page.getByRole("region", { name: "Preemptions" })).toBeInViewport();
});

test("shows that the source is down and keeps the previous results", async ({ page, complaints }) => {
  complaints.expectComplaint(/Failed to load resource/);
  await openInteractive(page, "/settings/data-check?d=search-30b");
  await expect(page.getByRole("heading", { level: 1 })).toContainText(/signals have data/, {
    timeout: 30_000,
  });
  await prometheusFaults.set({ kind: "down" });
  await page.getByRole("button", { name: "Check again" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("The previous results are shown", {
    timeout: 30_000,
  });
  await expect(page.getByRole("heading", { level: 1 })).toContainText(/signals have data/);
  await prometheusFaults.clear();
  // A failed check is repeated automatically until the source responds.
  await expect(page.getByRole("main").getByRole("alert")).toBeHidden({ timeout: 30_000 });
});

test("shows an error for an unknown deployment", async ({ page, complaints }) => {
  complaints.expectComplaint(/Failed to load resource/);
  await page.goto("/settings/data-check?d=never-was");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("There is no deployment never-was.");
  await expect(page.getByRole("list", { name: "Known deployments" })).toContainText("search-30b");
});
