/** Blocks of collected scrapes contain the same samples as those that promtool creates from the same text. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { Scrapes } from "@/tests/support/histories/scraped-text";
import { createReferenceBlocks, dumpBlocks } from "@/tests/support/sources/promtool";

const root = mkdtempSync(join(tmpdir(), "ridgepoint-scrapes-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const midnightMs = Date.UTC(2026, 10, 18);
const spacingMs = 15_000;

const gauge = (name: string, labels: string, value: number | string): string =>
  `# HELP ${name} Text\n# TYPE ${name} gauge\n${name}${labels} ${value}\n`;

function collect(): Scrapes {
  const scrapes = new Scrapes();
  for (let index = -200; index < 200; index += 1) {
    const atMs = midnightMs + index * spacingMs;
    const families = [
      gauge("requests", `{path="a \\"quoted\\" \\\\ text",empty=""}`, index),
      // Families change their order, appear and disappear.
      ...(index % 3 === 0 ? [gauge("waiting", '{instance="exported"}', index / 7)] : []),
      gauge("limit", "", index % 2 === 0 ? "+Inf" : "1.5e+21"),
    ];
    const text = (index % 5 === 0 ? families.toReversed() : families).join("");
    scrapes.add({ job: "all", instance: "one:8000" }, text, atMs);
    // Its scrapes fail for a while, and it starts after midnight.
    if (index > 20 && (index < 80 || index > 95))
      scrapes.add({ job: "all", instance: "two:8000" }, text, atMs);
  }
  return scrapes;
}

test("on two days, with missed scrapes, missing lines, and an instance that starts", async () => {
  const scrapes = collect();
  const [ours, theirs] = [join(root, "ours"), join(root, "theirs")];
  mkdirSync(ours);
  scrapes.writeBlocks(ours);
  await createReferenceBlocks(theirs, scrapes.writeText());
  const samples = await dumpBlocks(ours);
  // Those of the first target, and of the second one.
  expect(samples).toHaveLength(1_333 + 544);
  expect(samples).toEqual(await dumpBlocks(theirs));
});

test("refuses two samples of one series at one time", () => {
  const scrapes = new Scrapes();
  scrapes.add({ instance: "one" }, gauge("waiting", "", 1), 1_000);
  expect(() => scrapes.add({ instance: "one" }, gauge("waiting", "", 1), 1_000)).toThrow(
    "up: two samples at 1000",
  );
});
