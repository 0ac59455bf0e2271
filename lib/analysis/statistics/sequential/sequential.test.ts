import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runWithoutPause } from "@/lib/base/steps";
import { randomNormal, createSeededRandom } from "@/lib/analysis/statistics/seeded-random";
import { compareRunningArms } from "./compare-running-arms";
import { measureFalseAlarms } from "./false-alarm-rate";
import { mixtureLikelihoodRatio } from "./mixture-test";

/** Block means around 100 with a deviation of 10 and this lag-1 autocorrelation. */
function drawArm(random: () => number, count: number, autocorrelation: number): Float64Array {
  let deviation = randomNormal(random);
  return Float64Array.from({ length: count }, () => {
    deviation = autocorrelation * deviation + Math.sqrt(1 - autocorrelation ** 2) * randomNormal(random);
    return 100 + 10 * deviation;
  });
}

/** Johari, Pekelis and Walsh's formula for two samples of n with variance 1 and τ² = 0.01, computed independently. */
test.each([
  [2_000, 0.1, 28.403],
  [5_000, 0.05, 3.958],
  [1_000, 0.05, 0.68726],
])(
  "the likelihood ratio of %d observations per arm and a difference of %d is %d",
  (n, difference, expected) => {
    expect(mixtureLikelihoodRatio(difference, 2 / n, 0.1) / expected).toBeCloseTo(1, 4);
  },
);

test("the likelihood ratio is the mean over the prior of the likelihood ratios of single effects", () => {
  const finite = { noNaN: true, noDefaultInfinity: true } as const;
  fc.assert(
    fc.property(
      fc.double({ min: -1, max: 1, ...finite }),
      fc.double({ min: 0.01, max: 1, ...finite }),
      fc.double({ min: 0.05, max: 1, ...finite }),
      (difference, variance, effectSd) => {
        let integral = 0;
        const step = 0.01;
        for (let z = -15; z <= 15; z += step) {
          const effect = z * effectSd;
          const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
          integral += density * step * Math.exp((effect * difference - effect ** 2 / 2) / variance);
        }
        expect(mixtureLikelihoodRatio(difference, variance, effectSd) / integral).toBeCloseTo(1, 5);
      },
    ),
  );
});

describe("running arms", () => {
  test("have no p-value before 20 blocks in both arms", () => {
    const random = createSeededRandom(1);
    const [first, second] = [drawArm(random, 200, 0), drawArm(random, 19, 0)];
    expect(compareRunningArms(first, second)).toEqual({
      blockCount: 19,
      change: null,
      pValue: null,
      detectedAtBlock: null,
      difference: null,
    });
  });

  test("p never rises as blocks are added, and the detection keeps its block", () => {
    const random = createSeededRandom(2);
    const [first, second] = [drawArm(random, 60, 0), drawArm(random, 60, 0).map((value) => value * 1.1)];
    const states = Array.from({ length: 41 }, (_, index) =>
      compareRunningArms(first.subarray(0, 20 + index), second.subarray(0, 20 + index)),
    );
    const pValues = states.map(({ pValue }) => pValue ?? Number.NaN);
    expect(pValues).toEqual(pValues.toSorted((a, b) => b - a));
    const detected = states.map(({ detectedAtBlock }) => detectedAtBlock).filter((block) => block !== null);
    expect(new Set(detected).size).toBe(1);
    expect(states.at(-1)?.change).toBeCloseTo(0.1, 1);
  });

  test.each([
    { name: "of a latency that rises 44-fold", firstMean: 0.096, secondMean: 4.22, deviation: 0.1 },
    { name: "of blocks that vary by a fifth of their mean", firstMean: 100, secondMean: 300, deviation: 0.2 },
  ])("the interval $name is narrower than the change", ({ firstMean, secondMean, deviation }) => {
    const random = createSeededRandom(14);
    const armOf = (mean: number): Float64Array =>
      drawArm(random, 60, 0.3).map((value) => mean * (1 + deviation * ((value - 100) / 10)));
    const { difference, pValue } = compareRunningArms(armOf(firstMean), armOf(secondMean));
    const { lower, upper } = difference ?? { lower: 0, upper: 0 };
    const truth = secondMean - firstMean;
    expect(pValue).toBeLessThan(0.05);
    expect([lower > 0, lower < truth, upper > truth, upper < 2 * truth]).toEqual([true, true, true, true]);
  });

  test("equal arms have p 1, and constant arms that differ are found", () => {
    const constant = (value: number) => new Float64Array(20).fill(value);
    expect(compareRunningArms(constant(5), constant(5)).pValue).toBe(1);
    expect(compareRunningArms(constant(5), constant(6)).pValue).toBeLessThan(0.01);
  });

  test("the interval excludes 0 exactly if an interim analysis rejected", () => {
    const rejections = Array.from({ length: 60 }, (_, seed) => {
      const random = createSeededRandom(seed);
      const [first, second] = [drawArm(random, 40, 0), drawArm(random, 40, 0).map((value) => value + 6)];
      const { pValue, difference } = compareRunningArms(first, second);
      const isRejected = (pValue ?? 1) <= 0.05;
      const { lower, upper } = difference ?? { lower: 0, upper: 0 };
      expect(lower > 0 || upper < 0).toBe(isRejected);
      return isRejected;
    });
    expect(new Set(rejections).size).toBe(2);
  });

  test("the interval of all interim analyses contains the true difference in at least 95 of 100 experiments", () => {
    const random = createSeededRandom(9);
    const missed = Array.from({ length: 200 }, () => {
      const [first, second] = [drawArm(random, 80, 0.5), drawArm(random, 80, 0.5).map((value) => value + 10)];
      const { lower, upper } = compareRunningArms(first, second).difference ?? { lower: 0, upper: 0 };
      return lower > 10 || upper < 10;
    }).filter(Boolean);
    // 5 % and two standard errors of 200 simulations.
    expect(missed.length / 200).toBeLessThanOrEqual(0.08);
  });

  test("fewer interim analyses never find more, and the planned block is analysed", () => {
    const random = createSeededRandom(10);
    const [first, second] = [drawArm(random, 67, 0), drawArm(random, 67, 0).map((value) => value * 1.1)];
    const [often, seldom] = [1, 10].map((interimAnalysisInterval) =>
      compareRunningArms(first, second, { interimAnalysisInterval, plannedBlocks: 67 }),
    );
    expect(seldom?.blockCount).toBe(67);
    expect(seldom?.pValue).toBeGreaterThanOrEqual(often?.pValue ?? 1);
    expect(seldom?.change).toBe(often?.change);
  });

  test("are inspected at fixed blocks, so that a result stays until the next one", () => {
    const random = createSeededRandom(12);
    const [first, second] = [drawArm(random, 39, 0), drawArm(random, 39, 0)];
    const read = (count: number) =>
      compareRunningArms(first.subarray(0, count), second.subarray(0, count), {
        interimAnalysisInterval: 10,
        plannedBlocks: 100,
      });
    expect(read(39)).toEqual(read(30));
    expect([read(29).blockCount, read(30).blockCount]).toEqual([20, 30]);
  });

  test("end at the interim analysis that is final, also if later blocks differ", () => {
    const random = createSeededRandom(13);
    const [first, second] = [drawArm(random, 60, 0), drawArm(random, 60, 0).map((value) => value * 1.3)];
    const isFinal = ({ lower }: { readonly lower: number }) => lower > 0;
    const ended = compareRunningArms(first, second, { isFinal });
    const reversed = second.map((value, index) => (index < ended.blockCount ? value : value / 3));
    expect(ended.blockCount).toBeLessThan(60);
    expect(compareRunningArms(first, reversed, { isFinal })).toEqual(ended);
  });

  test("without any event cannot exclude rare events, and events in one arm are found", () => {
    const none = (length: number) => new Float64Array(length);
    const some = Float64Array.from({ length: 30 }, (_, index) => (index % 2 === 0 ? 0.04 : 0.05));
    const options = { smallestEffect: 0.1 };
    const { pValue, difference } = compareRunningArms(none(20), none(20), options);
    // 0 of 100 requests in each arm: a ratio of 3 % would have given none in 5 of 100 experiments.
    expect(pValue).toBe(1);
    expect(difference?.upper).toBeGreaterThan(0.03);
    expect(compareRunningArms(none(120), none(120), options).difference?.upper).toBeLessThan(0.01);
    expect(compareRunningArms(none(30), some, { smallestEffect: 0.01, eventSize: 0.01 }).pValue).toBeLessThan(
      0.01,
    );
  });

  test("with few requests per block exclude less, because one event is a larger ratio", () => {
    const none = new Float64Array(120);
    const upperOf = (eventSize: number): number | undefined =>
      compareRunningArms(none, none, { smallestEffect: 0.1, eventSize }).difference?.upper;
    expect(upperOf(1)).toBeGreaterThan(0.025);
    expect(upperOf(0.01)).toBeLessThan(0.01);
  });

  test("the result does not depend on the unit", () => {
    fc.assert(
      fc.property(fc.integer(), fc.constantFrom(0.5, 1_024), (seed, factor) => {
        const random = createSeededRandom(seed);
        const [first, second] = [drawArm(random, 40, 0.5), drawArm(random, 40, 0.5)];
        const scaled = [first, second].map((arm) => arm.map((value) => value * factor));
        const [expected, actual] = [
          compareRunningArms(first, second),
          compareRunningArms(scaled[0] ?? first, scaled[1] ?? second),
        ];
        expect(actual.pValue).toBeCloseTo(expected.pValue ?? Number.NaN, 9);
      }),
      { numRuns: 30 },
    );
  });

  test.each([
    { phi: 0, power: 0.95 },
    { phi: 0.5, power: 0.9 },
    { phi: 0.8, power: 0.3 },
  ])("detect a change of a tenth at autocorrelation $phi with a power above $power", ({ phi, power }) => {
    const random = createSeededRandom(3);
    const detected = Array.from({ length: 60 }, () => {
      const [first, second] = [drawArm(random, 200, phi), drawArm(random, 200, phi)];
      return compareRunningArms(
        first,
        second.map((value) => value * 1.1),
      ).detectedAtBlock;
    }).filter((block) => block !== null);
    expect(detected.length / 60).toBeGreaterThan(power);
  });
});

describe("false-alarm rate", () => {
  const measure = (history: Float64Array, seed = 1) =>
    runWithoutPause(measureFalseAlarms(history, { seed, simulationCount: 200, blocksPerArm: 100 }));

  test.each([0, 0.5, 0.8])(
    "is at most 5 %% plus its error at autocorrelation %d, with 81 interim analyses each",
    (phi) => {
      const rate = measure(drawArm(createSeededRandom(4), 1_500, phi));
      expect(rate?.simulationCount).toBe(200);
      // 5 % and two standard errors of 200 simulations.
      expect(rate?.falseAlarmRatio).toBeLessThanOrEqual(0.08);
    },
  );

  test("is the same for the same seed", () => {
    const history = drawArm(createSeededRandom(5), 300, 0.5);
    expect(measure(history, 6)).toEqual(measure(history, 6));
  });

  test("is unknown for fewer than 80 blocks", () => {
    expect(measure(drawArm(createSeededRandom(8), 79, 0))).toBeNull();
    expect(measure(drawArm(createSeededRandom(8), 80, 0))?.blocksPerArm).toBe(80);
  });
});
