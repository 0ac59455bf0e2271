/** Comparison of windows on the Signals page of the real system. */
import { expect, test } from "@/tests/support/e2e/browser-test";
import { openInteractive, reloadInteractive } from "@/tests/support/e2e/open-interactive";

interface Summary {
  readonly value: number;
}
interface SignalsBody {
  readonly panels: readonly {
    readonly key: string;
    readonly answer?: {
      readonly window: { readonly endMs: number };
      readonly series: readonly { readonly windowSummary?: Summary | null }[];
    };
  }[];
}

test("compares every panel with the previous period and keeps the comparison in the link", async ({
  page,
}) => {
  // Scrapes started with this run: three minutes must pass before there is a previous period.
  test.setTimeout(420_000);
  const means = new Map<number, number>();
  page.on("response", (response) => {
    if (!response.url().includes("/api/v1/signals")) return;
    void response.json().then(
      (body: SignalsBody) => {
        const { answer } = body.panels.find(({ key }) => key === "requests") ?? {};
        const value = answer?.series[0]?.windowSummary?.value;
        if (answer !== undefined && value !== undefined) means.set(answer.window.endMs, value);
      },
      () => undefined,
    );
  });
  await openInteractive(page, "/signals?d=chat-70b&from=now-1m");
  await page.getByRole("button", { name: "Compare with" }).click();
  await page.getByRole("button", { name: "Previous period" }).click();
  await expect(page).toHaveURL(/cmp=previous/);
  await expect(page.getByRole("button", { name: "Compare with" })).toContainText("previous period");
  const requests = page.getByRole("region", { name: "Requests", exact: true });
  await requests.scrollIntoViewIfNeeded();
  const difference = /over 1\smin, (?:[\d.]+\s% (above|below)|the same as|equal to) the previous 1\smin/;
  await expect(requests).toContainText(difference, { timeout: 300_000 });
  await expect(requests.getByRole("application")).toHaveAttribute(
    "aria-label",
    /the last value of the previous 1\smin was [\d.,]+\sreq\/s/,
  );
  // The server sent both window summaries: one window ends at least a minute before the other.
  const ends = [...means.keys()].toSorted((a, b) => a - b);
  expect(ends.at(-1)! - ends[0]!).toBeGreaterThanOrEqual(60_000);
  const ttft = page.getByRole("region", { name: "Time to first token, TTFT" });
  await ttft.scrollIntoViewIfNeeded();
  await expect(ttft).toContainText(/p95 [\d.]+\ss over 1\smin[,;] .*the previous 1\smin/, {
    timeout: 60_000,
  });
  await reloadInteractive(page);
  await expect(ttft).toContainText(/the previous 1\smin/, { timeout: 60_000 });
  await page.getByRole("button", { name: "Compare with" }).click();
  await page.getByRole("button", { name: "No comparison", exact: true }).click();
  await expect(page).not.toHaveURL(/cmp=/);
  await expect(ttft).not.toContainText("the previous");
});

test("explains that a split page is not compared", async ({ page }) => {
  await openInteractive(page, "/signals?d=chat-70b&from=now-5m&by=instance&cmp=weekday");
  await page.getByRole("button", { name: "Compare with" }).click();
  await expect(page.getByText("Split panels are not compared")).toBeVisible();
  await expect(page.getByRole("button", { name: "Same window one week earlier" })).toBeVisible();
});
