/** Random models for property tests: every kind of attention, with and without experts and windows. */
import fc from "fast-check";
import { defaultMinorTensors, type Architecture } from "@/lib/model/roofline/architecture";
import { kvFormatNames, weightFormatNames, type NumberFormats } from "@/lib/model/roofline/precision";
import type { ServedModel } from "./step-work/step-work";

const power = (min: number, max: number): fc.Arbitrary<number> =>
  fc.integer({ min: min, max: max }).map((exponent) => 2 ** exponent);

const grouped = fc.tuple(power(0, 4), power(0, 3), power(4, 8)).map(([kvHeads, group, headDim]) => ({
  kind: "grouped" as const,
  heads: kvHeads * group,
  kvHeads,
  headDim,
}));

const latent = fc.record({
  kind: fc.constant("latent" as const),
  heads: power(2, 7),
  queryRank: fc.constantFrom(0, 512, 1536),
  kvRank: power(7, 9),
  nopeDim: power(5, 7),
  ropeDim: power(4, 6),
  valueDim: power(5, 7),
});

const experts = (layers: number) =>
  fc
    .record({
      count: fc.integer({ min: 2, max: 256 }),
      perToken: fc.integer({ min: 1, max: 8 }),
      ffn: power(6, 12),
      shared: fc.integer({ min: 0, max: 2 }),
      layers: fc.integer({ min: 1, max: layers }),
    })
    .map((some) => ({ ...some, perToken: Math.min(some.perToken, some.count) }));

const anyLayers = fc.integer({ min: 1, max: 80 });

const shapeOf = (dense: boolean): fc.Arbitrary<Architecture> =>
  anyLayers.chain((layers) =>
    fc
      .record({
        hidden: power(6, 13),
        attention: dense ? grouped : fc.oneof(grouped, latent),
        ffn: power(7, 14),
        isGated: fc.boolean(),
        experts: dense ? fc.constant(undefined) : fc.option(experts(layers), { nil: undefined }),
        window: dense
          ? fc.constant(undefined)
          : fc.option(
              fc.record({
                tokens: fc.integer({ min: 1, max: 4096 }),
                layers: fc.integer({ min: 1, max: layers }),
              }),
              { nil: undefined },
            ),
        vocabulary: fc.integer({ min: 256, max: 260_000 }),
        isTied: fc.boolean(),
      })
      .map((given) => ({
        ...given,
        id: "any",
        name: "any",
        layers,
        maxContextTokens: 131_072,
        small: defaultMinorTensors,
      })),
  );

const anyFormats: fc.Arbitrary<NumberFormats> = fc.record({
  linear: fc.constantFrom(...weightFormatNames),
  experts: fc.option(fc.constantFrom(...weightFormatNames), { nil: undefined }),
  rest: fc.constantFrom("fp32" as const, "bf16" as const),
  kv: fc.constantFrom(...kvFormatNames),
  compute: fc.constant("bf16" as const),
});

const served = (shape: fc.Arbitrary<Architecture>): fc.Arbitrary<ServedModel> =>
  fc.record({ shape, formats: anyFormats });

/**
 * Generates models with grouped attention, without experts and attention windows. Their FLOPs and bytes have closed
 * formulas.
 */
export const anyDense = served(shapeOf(true));
/** Generates served models for property-based tests. */
export const anyServed = served(shapeOf(false));

/** Generates ceilings of compute and bandwidth for property-based tests. */
export const anyCeilings = fc.record({
  flopsPerSecond: fc.double({ min: 1e12, max: 1e16, noNaN: true }),
  bytesPerSecond: fc.double({ min: 1e11, max: 1e13, noNaN: true }),
});
