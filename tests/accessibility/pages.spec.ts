/** axe over every room in both themes, at both widths; and the whole of the shell by keyboard. */
import AxeBuilder from "@axe-core/playwright";
import { rooms } from "@/components/layout/nav";
import { expect, test } from "../e2e/browser-test";

const pages = [
  ...rooms.map((room) => `${room.path}${room.id === "settings" ? "" : "?d=chat-70b&from=now-15m"}`),
  "/settings/data-check?d=chat-70b",
  "/settings/deployments",
];

for (const path of pages) {
  for (const theme of ["light", "dark"] as const) {
    for (const width of [1440, 390]) {
      test(`${path} has no violation, ${theme}, ${width} wide`, async ({ page }) => {
        await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
        await page.setViewportSize({ width, height: 900 });
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1 })).not.toBeEmpty();
        await expect(page.locator("[aria-busy]")).toHaveCount(0, { timeout: 30_000 });
        const { violations } = await new AxeBuilder({ page })
          .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])
          .analyze();
        expect(
          violations.map(
            ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`,
          ),
        ).toEqual([]);
      });
    }
  }
}

test("the first stop of the keyboard skips to the content", async ({ page }) => {
  await page.goto("/overview");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("#content")).toBeFocused();
});
