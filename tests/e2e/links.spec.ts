/** Links with unknown parts: the page names the missing part at once and offers a link to what exists. */
import { expect, test } from "./browser-test";

for (const [name, d] of [
  ["no deployment has", "unknown"],
  ["no deployment can have", "<script>alert(1)</script>"],
] as const) {
  for (const path of ["/signals", "/signals/correlate", "/traces"]) {
    test(`${path} of a deployment with a name that ${name} lists the existing deployments`, async ({
      page,
      complaints,
    }) => {
      // The data may be requested before the list of deployments has arrived.
      complaints.expectComplaint(/status of 404/);
      await page.goto(`${path}?d=${encodeURIComponent(d)}&from=now-15m`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(`There is no deployment ${d}.`);
      await expect(page.getByText("This link has parts that cannot be used")).toHaveCount(0);
      await page
        .getByRole("list", { name: "Known deployments" })
        .getByRole("link", { name: "search-30b" })
        .click();
      await expect(page).toHaveURL(new RegExp(`${path}\\?d=search-30b&from=now-15m`));
    });
  }
}

test("an unknown instance or model is named instead of another reason, with a link to the complete deployment", async ({
  page,
}) => {
  await page.goto("/signals?d=search-30b&i=nope&from=now-15m");
  const alert = page.getByRole("main").getByRole("alert");
  await expect(alert).toContainText("There is no instance nope in search-30b now.");
  await expect(page.getByRole("region", { name: "Time to first token, TTFT" })).toContainText(
    "search-30b currently has no instance nope",
    { timeout: 60_000 },
  );
  await alert.getByRole("link", { name: "Show the whole deployment" }).click();
  await expect(page).not.toHaveURL(/i=nope/);
  await page.goto("/signals?d=search-30b&m=other");
  await expect(alert).toContainText("There is no model other in search-30b.");
});

for (const [path, endpoint] of [
  ["/overview", "overview"],
  ["/signals", "signals"],
  ["/signals/correlate", "signals"],
  ["/traces", "traces"],
] as const) {
  test(`${path} with a window in the future shows a notice and sends no request that would be rejected`, async ({
    page,
  }) => {
    const statuses: (readonly [path: string, status: number])[] = [];
    page.on("response", (response) => {
      const { pathname } = new URL(response.url());
      if (pathname.startsWith("/api/")) statuses.push([pathname, response.status()]);
    });
    await page.goto(`${path}?d=search-30b&from=1990000000000&to=1990003600000`);
    await expect(page.getByText("This link has parts that cannot be used")).toContainText(
      "their defaults are shown: from, to. The window is in the future.",
    );
    // Data for the default window was requested and returned.
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

test("the parameter live is true or false, and any other value is named in a notice", async ({ page }) => {
  await page.goto("/overview?live=maybe");
  await expect(page.getByText("This link has parts that cannot be used")).toContainText("live");
});

test("an unknown page or endpoint returns 404, and an unsupported method 405", async ({ request }) => {
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
