/**
 * T1: duration of a response over 1,000 traces, relative to the time in which the source delivers them: to our
 * queries, several at once, and to the single query of Jaeger's page.
 */
import { openManyTraces } from "./many-traces-fixture";
import { compare, type BenchRow } from "@/tests/performance/runner";

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
        "1,000 traces, full study, relative to our queries",
        fixture.queryStudy,
        fixture.readWithOurQueries,
      ),
      await row(
        "1,000 traces, operations only, relative to our queries",
        fixture.queryOperations,
        fixture.readWithOurQueries,
      ),
      await row(
        "1,000 traces, full study, relative to the query of Jaeger's page",
        fixture.queryStudy,
        fixture.readWithOneQuery,
      ),
      await row(
        "1,000 traces, operations only, relative to the query of Jaeger's page",
        fixture.queryOperations,
        fixture.readWithOneQuery,
      ),
    ];
  } finally {
    await fixture.stop();
  }
}
