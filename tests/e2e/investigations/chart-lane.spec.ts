/** Open investigations in the lane of the charts and in the events panel of Signals. */
import { expect, test } from "../../support/e2e/browser-test";
import { expectAccessible, postFromPage } from "../../support/e2e/evidence";
import { openInteractive } from "../../support/e2e/open-interactive";

const slug = "extract-14b";

test("an open investigation of the deployment is marked in the charts, and the events panel links to it", async ({
  page,
}) => {
  await openInteractive(page, `/signals?d=${slug}&from=now-15m`);
  const chart = page.getByRole("region", { name: "Requests", exact: true }).getByRole("application");
  await expect(chart).toHaveAttribute("aria-label", /./, { timeout: 60_000 });
  await expect(chart).not.toHaveAttribute("aria-label", /Queue in the lane/);
  const { investigation } = (await postFromPage(page, "investigations", {
    title: "Queue in the lane",
    deployments: [slug],
    startedAtMs: Date.now() - 60_000,
  })) as { readonly investigation: { readonly number: number } };
  const name = `INV-${investigation.number}`;
  // The page polls open investigations every 15 s.
  await expect(chart).toHaveAttribute(
    "aria-label",
    new RegExp(`open investigations?: (?:.*; )?${name} Queue in the lane`),
    { timeout: 30_000 },
  );
  await page.getByRole("button", { name: /^Events/ }).click();
  const list = page.getByRole("list", { name: "Open investigations" });
  await expect(list).toContainText("Triage, severity 3");
  await expectAccessible(page);
  await list.getByRole("link", { name: `${name} Queue in the lane` }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Queue in the lane");
});
