/**
 * E4: the roofline room's own work: from the question to the last byte, beyond the same questions put plainly. Once in a process that has
 * just begun, whose code the engine has hardly compiled, and once in one that has answered for a while, as a server has.
 */
import { openRooflineFixture } from "./roofline-fixture";
import { compare, type BenchRow } from "./runner";

/** What the room may add to its queries. */
const limitMs = 10;
/** From here on the engine compiles little anew. */
const answeredBefore = 150;

export async function benchRooflinePage(report: (row: BenchRow) => void): Promise<readonly BenchRow[]> {
  const fixture = await openRooflineFixture();
  const measure = async (where: string): Promise<BenchRow> => {
    const row = await compare({
      id: "E4",
      title: `roofline room beyond its queries, an hour, nothing remembered, ${where} (peer: its limit)`,
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
    const coldRow = await measure("process just begun");
    for (let answered = 0; answered < answeredBefore; answered += 1) await fixture.overheadMs();
    return [coldRow, await measure(`after ${answeredBefore} answers`)];
  } finally {
    await fixture.stop();
  }
}
