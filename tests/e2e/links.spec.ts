/** Links to deployments, models, instances and pages that do not exist. */
import { expect, test } from "../support/e2e/browser-test";

for (const [name, d] of [
  ["is a valid slug", "unknown"],
  ["is not a valid slug", "<script>alert(1)</script>"],
] as const) {
  for (const path of ["/signals", "/signals/correlate", "/traces"]) {
    test(`${path} lists known deployments for an unknown name that ${name}`, async ({ page, complaints }) => {
      // The page may query the deployment before the list of deployments is loaded.
      complaints.expectComplaint(/status of 404/);
      await page.goto(`${path}?d=${encodeURIComponent(d)}&from=now-15m`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(`There is no deployment ${d}.`);
      await expect(page.getByText("This link has invalid parameters")).toHaveCount(0);
      await page
        .getByRole("list", { name: "Known deployments" })
        .getByRole("link", { name: "search-30b" })
        .click();
      await expect(page).toHaveURL(new RegExp(`${path}\\?d=search-30b&from=now-15m`));
    });
  }
}

test("reports an unknown model or instance before any other reason, with a link to the deployment", async ({
  page,
}) => {
  await page.goto("/signals?d=search-30b&i=nope&from=now-15m");
  const alert = page.getByRole("main").getByRole("alert");
  await expect(alert).toContainText("The instance nope does not exist in search-30b now.");
  await expect(page.getByRole("region", { name: "Time to first token, TTFT" })).toContainText(
    "search-30b currently has no instance nope",
    { timeout: 60_000 },
  );
  await alert.getByRole("link", { name: "Show the full deployment" }).click();
  await expect(page).not.toHaveURL(/i=nope/);
  await page.goto("/signals?d=search-30b&m=other");
  await expect(alert).toContainText("The model other does not exist in search-30b.");
});

for (const [path, endpoint] of [
  ["/overview", "overview"],
  ["/signals", "signals"],
  ["/signals/correlate", "signals"],
  ["/traces", "traces"],
] as const) {
  test(`${path} reports a time window in the future and sends no invalid request`, async ({ page }) => {
    const statuses: (readonly [path: string, status: number])[] = [];
    page.on("response", (response) => {
      const { pathname } = new URL(response.url());
      if (pathname.startsWith("/api/")) statuses.push([pathname, response.status()]);
    });
    await page.goto(`${path}?d=search-30b&from=1990000000000&to=1990003600000`);
    await expect(page.getByText("This link has invalid parameters")).toContainText(
      "defaults are used: from, to. The window is in the future.",
    );
    // Queries use the default time window and succeed.
    await expect
      .poll(
        () => statuses.filter(([path, status]) => path === `/api/v1/${endpoint}` && status === 200).length,
        {
          timeout: 60_000,
        },
      )
      .toBeGreaterThan(0);
    expect(statuses.filter(([, status]) => status === 400)).toEqual([]);
  });
}

test("accepts true and false for live, and reports other values", async ({ page }) => {
  await page.goto("/overview?live=maybe");
  await expect(page.getByText("This link has invalid parameters")).toContainText("live");
});

test("an id that cannot exist shows the notice inside the page frame", async ({ page, complaints }) => {
  complaints.expectComplaint(/Failed to load resource/);
  for (const path of ["/baselines/abc", "/gates/abc"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found.");
    await expect(page.getByRole("main")).toHaveCount(1);
  }
});

test("responds with status 404 for unknown pages", async ({ request }) => {
  expect((await request.get("/traces/zzzz")).status()).toBe(404);
  const missing = await request.get("/api/v1/nope");
  expect(missing.status()).toBe(404);
  expect(missing.headers()["content-type"]).toBe("application/problem+json");
  expect(await missing.json()).toMatchObject({ code: "not-found" });
  const refused = await request.delete("/api/v1/overview");
  expect(refused.status()).toBe(405);
  expect(refused.headers()["allow"]).toBe("GET, HEAD, OPTIONS");
  expect(await refused.json()).toMatchObject({ code: "method-not-allowed" });
});
