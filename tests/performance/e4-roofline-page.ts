/**
 * E4: the server's overhead for the roofline page, from request to last byte, minus the time of the same source
 * queries sent directly. Measured in a new process with mostly uncompiled code, and after many responses, as in a
 * running server.
 */
import { openRooflineFixture } from "./roofline-fixture";
import { compare, type BenchRow } from "./runner";

/** Limit of the overhead in addition to the queries. */
const limitMs = 10;
/** After this many responses the JavaScript engine compiles little new code. */
const answeredBefore = 150;

export async function benchRooflinePage(report: (row: BenchRow) => void): Promise<readonly BenchRow[]> {
  const fixture = await openRooflineFixture();
  const measure = async (where: string): Promise<BenchRow> => {
    const row = await compare({
      id: "E4",
      title: `roofline page beyond its queries, an hour, nothing cached, ${where} (peer: its limit)`,
      unit: "ms",
      must: 1,
      moonshot: 0.5,
      samples: 40,
      ours: fixture.overheadMs,
      peer: () => Promise.resolve(limitMs),
    });
    report(row);
    return row;
  };
  try {
    const coldRow = await measure("new process");
    for (let answered = 0; answered < answeredBefore; answered += 1) await fixture.overheadMs();
    return [coldRow, await measure(`after ${answeredBefore} responses`)];
  } finally {
    await fixture.stop();
  }
}
