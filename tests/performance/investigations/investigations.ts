/**
 * Server times of investigations:
 *
 * - I1: everything that the page of an investigation shows first, with 2,000 timeline entries and 200 pieces of
 *   evidence, compared with one of 20 each.
 * - I2: lists of 10,000 investigations with filters, against 100 ms.
 */
import { compare, type BenchRow } from "../runner";
import { openInvestigationsFixture, type InvestigationsFixture } from "./investigations-fixture";

const listedCount = 10_000;
const listLimitMs = 100;

/** Calls `report` with each row. */
export async function benchInvestigations(
  report: (row: BenchRow) => void,
  wants: (id: string) => boolean,
): Promise<readonly BenchRow[]> {
  if (!["I1", "I2"].some(wants)) return [];
  const fixture = await openInvestigationsFixture();
  const rows: BenchRow[] = [];
  const add = (row: BenchRow): void => {
    report(row);
    rows.push(row);
  };
  try {
    if (wants("I1")) add(await compareSizes(fixture));
    if (wants("I2")) await benchLists(fixture, add);
    return rows;
  } finally {
    await fixture.stop();
  }
}

async function compareSizes(fixture: InvestigationsFixture): Promise<BenchRow> {
  const large = await fixture.open({ entryCount: 2_000, evidenceCount: 200 });
  const small = await fixture.open({ entryCount: 20, evidenceCount: 20 });
  return compare({
    id: "I1",
    title: "investigation with 2,000 entries and 200 pieces of evidence, against 20 each",
    unit: "ms",
    must: 1.5,
    moonshot: 1.1,
    samples: 60,
    ours: async () => void (await fixture.read(large)),
    peer: async () => void (await fixture.read(small)),
  });
}

async function benchLists(fixture: InvestigationsFixture, add: (row: BenchRow) => void): Promise<void> {
  const number = await fixture.open({ entryCount: 0, evidenceCount: 0 });
  await fixture.copy(number, listedCount);
  const filters: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ["severity", { severities: "1", sort: "updated" }],
    ["tag", { tag: "team-7", sort: "severity" }],
    ["text", { text: "service 77", sort: "number" }],
  ];
  for (const [name, query] of filters)
    add(
      await compare({
        id: "I2",
        title: `list of 10,000 investigations by ${name}, against ${listLimitMs} ms`,
        unit: "ms",
        must: 1,
        moonshot: 0.2,
        ours: async () => void (await fixture.list(query)),
        peer: () => Promise.resolve(listLimitMs),
      }),
    );
}
