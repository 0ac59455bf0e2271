/** Pages during faults that delay, refuse or change responses of a source, and during the longest outages. */
import { expect, test } from "vitest";
import {
  findPanelAnswer,
  beginOutage,
  requirePageContents,
  expectCurrentInNextSlot,
  expectInTime,
  expectNoZero,
  expectOldContents,
  expectOldTraces,
  runOutage,
  expectRecovery,
  endFaults,
  areAllPagesAnswered,
  outages,
  setUpFaultPages,
  slowMs,
  slowOutages,
  loadPagesUntil,
} from "@/tests/support/server/fault-pages";
import { namedFaults } from "@/tests/support/sources/named-faults";

setUpFaultPages();

test.each(outages.filter(([name]) => slowOutages.includes(name)))(
  "%s: the last contents stay with their age and the reason, and are renewed in time",
  async (name, code) => {
    const { tookMs, limitMs } = await runOutage(name, code);
    expect(tookMs).toBeLessThan(limitMs);
  },
);

test("slow: the last contents stay while the new ones are loading", async () => {
  await beginOutage("slow");
  const met = await loadPagesUntil(areAllPagesAnswered);
  const { pages } = met;
  expectInTime(met);
  expect(pages.signals.state).toBe("pending");
  expectOldContents(requirePageContents(pages));
  expectNoZero(requirePageContents(pages));
  expectOldTraces(requirePageContents(pages), "source-slow");
  await endFaults();
  // Reads in flight still take the time of the fault.
  await expectRecovery(slowMs + 5_000);
});

const refusals = ["refusing queries", "returning 20,000 series"] as const;

test.each(refusals)("%s: the last contents stay with the error of the query", async (name) => {
  await beginOutage(name, false);
  const { pages } = await loadPagesUntil((loaded) => loaded.signals.state === "failed");
  const contents = requirePageContents(pages);
  expectOldContents(contents);
  expectNoZero(contents);
  expect(pages.signals).toMatchObject({ problem: { code: expect.stringMatching(/^query-/) as string } });
  expect(contents.row.stale?.code).toMatch(/^query-/);
  expect(contents.roofline.stale?.code).toMatch(/^query-/);
  await endFaults();
  await expectRecovery();
});

test("partial: the contents are current and marked as incomplete", async () => {
  await beginOutage("partial", false);
  const { pages } = await loadPagesUntil(
    (loaded) => areAllPagesAnswered(loaded) && findPanelAnswer(loaded.signals)?.completeness === "partial",
  );
  const { answer, row, roofline } = requirePageContents(pages);
  expect([answer.stale, row.stale, roofline.stale]).toEqual([null, null, null]);
  for (const { warnings } of [answer, row, roofline]) expect(warnings).toEqual(["a store did not answer"]);
  expectNoZero(requirePageContents(pages));
  await endFaults();
  await expectCurrentInNextSlot();
});

test("without numbers: points are gaps, never zeros", async () => {
  await beginOutage("without numbers", false);
  const { pages } = await loadPagesUntil(
    (loaded) => areAllPagesAnswered(loaded) && loaded.signals.state === "answered",
  );
  const { answer } = requirePageContents(pages);
  expectNoZero(requirePageContents(pages));
  expect(answer.series[0]?.values.at(-1)).toBeNull();
  await endFaults();
  await expectCurrentInNextSlot();
});

test("every named fault has a test", () => {
  const otherFaults = ["slow", "partial", "without numbers"];
  const tested = [...outages.map(([name]) => name), ...refusals, ...otherFaults];
  expect(new Set(namedFaults.map(({ name }) => name))).toEqual(new Set<string>(tested));
});
