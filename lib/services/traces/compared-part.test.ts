import { expect, test } from "vitest";
import { analysedRequests } from "@/tests/support/analysed";
import { comparedPart } from "./compared-part";

const startMs = 1_780_000_000_000;
const covered = { startMs, endMs: startMs + 300_000 };
/** One a second, 10 s long each; the last of them would end after what was read. */
const steady = analysedRequests(300, (index) => ({ startMs: index * 1_000, decodeMs: 9_972 }));

test("requests count where they ended, once all that ended then must have been read and arrived", () => {
  const part = comparedPart(steady, covered, covered.endMs);
  expect(part).toMatchObject({
    kind: "part",
    window: { startMs: startMs + 10_000, endMs: covered.endMs - 10_000 },
  });
  // One ends each second of 280; none that ended before is missing among them.
  expect(part.kind === "part" && part.requests).toHaveLength(280);
});

test("a window of the past is compared to its end", () => {
  expect(comparedPart(steady, covered, covered.endMs + 60_000)).toMatchObject({
    window: { endMs: covered.endMs },
  });
});

test("of a source that kept nothing before, only the time since its first trace is compared", () => {
  const hour = { startMs: startMs - 3_300_000, endMs: covered.endMs };
  const part = comparedPart(steady, hour, hour.endMs);
  expect(part).toMatchObject({
    window: { startMs: startMs + 10_000, endMs: hour.endMs - 10_000 },
    keptSinceMs: startMs + 10_000,
  });
});

test("with too little time left, and without requests, it says why", () => {
  const short = comparedPart(steady, { startMs, endMs: startMs + 79_000 }, startMs + 79_000);
  expect(short).toMatchObject({
    kind: "none",
    why: expect.stringMatching(/took up to 10\ss: less than a minute/),
  });
  expect(comparedPart([], covered, covered.endMs)).toMatchObject({ kind: "none" });
});
