/** Lists the numbers of a roofline page: operating points, bounds and roof, the batch sweep, or a what-if. */
import type { ComparedValueGroup, ComparableValue } from "@/lib/analysis/evidence/compare-value-groups";
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import type { RooflinePageData, RooflinePool } from "@/lib/contracts/roofline/roofline";
import type { EvidenceData } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { boundText } from "@/lib/sentences/roofline/bound-text";
import { remarkText } from "@/lib/sentences/roofline/what-if/what-if-text";

type Page = ReadonlyDeep<RooflinePageData>;
type Pool = ReadonlyDeep<RooflinePool>;
/** One number or text: its unit, its key in this unit, and its value. */
type Figure = readonly [unit: string, key: string, value: ComparableValue];

/** Returns the operating points of each pool and phase, now and over the window, with their bounds and the roof. */
export function listRooflineComparedValues({ pools, roof }: Page): readonly ComparedValueGroup[] {
  const ceilings = (roof?.ceilings ?? []).map(({ precision, flopsPerSecond }): Figure => [
    "flopsPerSecond",
    `ceiling ${precision}`,
    flopsPerSecond,
  ]);
  const bandwidth: readonly Figure[] =
    roof === null ? [] : [["bytesPerSecond", "bandwidth", roof.bandwidth.bytesPerSecond]];
  return groupByUnit([...ceilings, ...bandwidth, ...pools.flatMap(listPoolFigures)]);
}

/** Returns the groups of the sweep of each pool, and the fitted step time. */
export function listSweepComparedValues({ pools }: Page): readonly ComparedValueGroup[] {
  return groupByUnit(pools.flatMap(listPoolSweep));
}

type StoredWhatIf = ReadonlyDeep<Extract<EvidenceData, { endpoint: "what-if" }>>;

/** Returns the ceilings, estimates and remarks of a what-if, and the operating points it starts from. */
export function listWhatIfComparedValues({
  page,
  change,
  result,
}: StoredWhatIf): readonly ComparedValueGroup[] {
  const { now, after, expected, point, boundBy, remarks } = result;
  const { step, promptSeconds } = expected;
  const numbers = groupByUnit([
    ...listCeiling("now", now),
    ...listCeiling("after", after),
    ["seconds", "step now", step?.now.stepSeconds ?? null],
    ["seconds", "step after", step?.after.stepSeconds ?? null],
    ["tokensPerSecond", "output now", step?.now.tokensPerSecond ?? null],
    ["tokensPerSecond", "output after", step?.after.tokensPerSecond ?? null],
    ["seconds", "prefill now", promptSeconds?.now ?? null],
    ["seconds", "prefill after", promptSeconds?.after ?? null],
    ["flopsPerSecond", "point", point.flopsPerSecond],
    ["intensity", "point", point.intensityFlopPerByte],
    ["ratio", "MFU", point.mfuRatio],
    ["ratio", "MBU", point.mbuRatio],
  ]);
  return [
    ...listRooflineComparedValues(page),
    ...numbers.map(({ name, values }) => ({ name: `what-if ${name}`, values })),
    { name: "Bound", values: new Map([["the what-if", boundBy]]) },
    { name: "Change", values: new Map([["the what-if", change]]) },
    { name: "Remarks", values: new Map(remarks.map((remark) => [remark.kind, remarkText(remark)])) },
  ];
}

function listCeiling(name: string, ceiling: StoredWhatIf["result"]["now"]): readonly Figure[] {
  return [
    ["seconds", `minimum step ${name}`, ceiling.stepSeconds],
    ["seconds", `minimum TPOT ${name}`, ceiling.tpotSeconds],
    ["seconds", `minimum TTFT ${name}`, ceiling.ttftSeconds],
    ["tokensPerSecond", `maximum output ${name}`, ceiling.tokensPerSecond],
    ["bytes", `memory ${name}`, ceiling.memoryFit.neededBytes],
    ["cost", `minimum cost ${name}`, ceiling.costPerMillionTokens],
  ];
}

function listPoolFigures(pool: Pool): readonly Figure[] {
  return [
    ...listPeriod(`${pool.role} now`, pool.now),
    ...listPeriod(`${pool.role} window`, pool.fullWindow),
    ...listTrail(`${pool.role} decode`, pool.trail.decode),
    ...listTrail(`${pool.role} prefill`, pool.trail.prefill),
  ];
}

function listPeriod(name: string, period: Pool["now"]): readonly Figure[] {
  return [
    ...listPhase(`${name} decode`, period.decode, period.decodeShares),
    ...listPhase(`${name} prefill`, period.prefill, period.prefillShares),
  ];
}

function listPhase(
  name: string,
  points: Pool["now"]["decode"],
  shares: Pool["now"]["decodeShares"],
): readonly Figure[] {
  const bound: readonly Figure[] =
    shares === null
      ? []
      : [
          [
            "Bound",
            name,
            boundText({
              boundBy: shares.boundBy,
              secondBound: shares.secondBound ?? null,
              otherSeconds: shares.otherSeconds,
            }),
          ],
        ];
  if (points.kind !== "available") return bound;
  const { busy, average, step } = points;
  return [
    ...bound,
    ["flopsPerSecond", `${name} busy`, busy.flopsPerSecond],
    ["flopsPerSecond", `${name} average`, average.flopsPerSecond],
    ["bytesPerSecond", `${name} busy`, busy.bytesPerSecond],
    ["intensity", `${name} busy`, busy.intensityFlopPerByte],
    ["ratio", `${name} MFU`, busy.mfuRatio],
    ["ratio", `${name} MBU`, busy.mbuRatio],
    ["seconds", `${name} step`, step.stepSeconds],
    ["sequences", `${name} batch`, step.batch],
    ["steps", `${name} n`, step.n],
  ];
}

function listTrail(name: string, { atMs, flopsPerSecond, intensityFlopPerByte }: Pool["trail"]["decode"]) {
  return atMs.flatMap((ms, index): readonly Figure[] => [
    ["flopsPerSecond", `${name} ${ms}`, flopsPerSecond[index] ?? null],
    ["intensity", `${name} ${ms}`, intensityFlopPerByte[index] ?? null],
  ]);
}

function listPoolSweep({ role, sweep }: Pool): readonly Figure[] {
  if (sweep.state === "none") return [];
  const groups = sweep.groups.flatMap(({ batch, itlSeconds, tokensPerSecond }, index): readonly Figure[] => [
    ["sequences", `${role} ${index}`, batch],
    ["seconds", `${role} ${index}`, itlSeconds],
    ["tokensPerSecond", `${role} ${index}`, tokensPerSecond],
  ]);
  if (sweep.fit.kind === "cannot-fit") return groups;
  const { baseSeconds, perSequenceSeconds, kneeBatch } = sweep.fit;
  return [
    ...groups,
    ["seconds", `${role} base`, baseSeconds.value],
    ["seconds", `${role} per sequence`, perSequenceSeconds.value],
    ["sequences", `${role} knee`, kneeBatch?.value ?? null],
  ];
}

function groupByUnit(figures: readonly Figure[]): readonly ComparedValueGroup[] {
  const groups = new Map<string, Map<string, ComparableValue>>();
  for (const [unit, key, value] of figures) {
    const values = groups.get(unit) ?? new Map<string, ComparableValue>();
    groups.set(unit, values.set(key, value));
  }
  return [...groups].map(([name, values]) => ({ name, values }));
}
