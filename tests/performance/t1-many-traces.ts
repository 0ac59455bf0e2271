/** T1: what an answer over 1,000 traces takes from the first question to the last byte, by the time their source takes to give them. */
import { openManyTraces } from "./many-traces-stage";
import { compare, type BenchRow } from "./runner";

export async function benchManyTraces(tell: (row: BenchRow) => void): Promise<readonly BenchRow[]> {
  const stage = await openManyTraces();
  const row = async (title: string, ask: () => Promise<void>): Promise<BenchRow> => {
    const done = await compare({
      id: "T1",
      title,
      unit: "ms",
      must: 2,
      moonshot: 1.2,
      ours: async () => {
        await ask();
        return undefined;
      },
      peer: async () => {
        await stage.readPlainly();
        return undefined;
      },
    });
    tell(done);
    return done;
  };
  try {
    return [
      await row("1,000 traces, everything told of them", stage.askStudy),
      await row("1,000 traces, operations alone", stage.askOperations),
    ];
  } finally {
    await stage.stop();
  }
}
