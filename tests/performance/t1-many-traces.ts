/**
 * T1: what an answer over 1,000 traces takes from the first question to the last byte, by the time their source takes to give them:
 * by our own questions, several at once, and by the one question of Jaeger's own page.
 */
import { openManyTraces } from "./many-traces-fixture";
import { compare, type BenchRow } from "./runner";

export async function benchManyTraces(report: (row: BenchRow) => void): Promise<readonly BenchRow[]> {
  const fixture = await openManyTraces();
  const row = async (
    title: string,
    ask: () => Promise<void>,
    deliver: () => Promise<void>,
  ): Promise<BenchRow> => {
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
        await deliver();
        return undefined;
      },
    });
    report(done);
    return done;
  };
  try {
    return [
      await row(
        "1,000 traces, everything told, by our questions",
        fixture.queryStudy,
        fixture.readWithOurQueries,
      ),
      await row(
        "1,000 traces, operations alone, by our questions",
        fixture.queryOperations,
        fixture.readWithOurQueries,
      ),
      await row(
        "1,000 traces, everything told, by its page's question",
        fixture.queryStudy,
        fixture.readWithOneQuery,
      ),
      await row(
        "1,000 traces, operations alone, by its page's",
        fixture.queryOperations,
        fixture.readWithOneQuery,
      ),
    ];
  } finally {
    await fixture.stop();
  }
}
