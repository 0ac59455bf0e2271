/** E4: the roofline room's own work: from the question to the last byte, beyond the same questions put plainly. */
import { openRoomStage } from "./room-stage";
import { compare, type BenchRow } from "./runner";

/** What the room may add to its queries. */
const mostMs = 10;

export async function benchRooflineRoom(tell: (row: BenchRow) => void): Promise<readonly BenchRow[]> {
  const stage = await openRoomStage();
  try {
    const row = await compare({
      id: "E4",
      title: "roofline room beyond its queries, an hour, nothing remembered (peer: its limit)",
      unit: "ms",
      must: 1,
      moonshot: 0.5,
      samples: 40,
      ours: stage.ownWork,
      peer: () => Promise.resolve(mostMs),
    });
    tell(row);
    return [row];
  } finally {
    await stage.stop();
  }
}
