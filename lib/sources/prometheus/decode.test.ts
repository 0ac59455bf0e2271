import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { decodeResponseBody } from "./decode";
import type { DecodeRequest } from "./decoded-response";
import { closeDecoderWorker, decodeOffEventLoop, minWorkerBodyBytes } from "./decode-off-event-loop";
import { createResponseError } from "./errors";
import { makeErrorBody, makeMatrixBody, makeVectorBody } from "./fixtures";

const startMs = 1_800_000_000_000;
const stepMs = 15_000;
const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const limits = { maxSeries: 2_000, maxCells: 2_000_000 };
const range = (pointCount: number): DecodeRequest => ({
  kind: "range",
  startMs,
  stepMs,
  pointCount,
  ...limits,
});

afterAll(closeDecoderWorker);

const corpus = [
  makeMatrixBody([
    {
      metric: { le: "0.5", instance: "a:1" },
      values: [
        [startMs, "1"],
        [startMs + stepMs, "NaN"],
      ],
    },
    { metric: { le: "+Inf" }, values: [[startMs, "+Inf"]] },
  ]),
  makeVectorBody([{ metric: { __name__: "up" }, values: [[startMs, "1"]] }], {
    warnings: ["w"],
    infos: ["i"],
  }),
  makeErrorBody("bad_data", "parse error"),
  '{"status":"success","data":{"resultType":"matrix","result":[{"metric":{"__proto__":"x"},"histograms":[[1,{}]]}]}}',
  `{"status":"success","data":{"resultType":"matrix","result":[{"metric":{},"histograms":[[${startMs / 1000},{"count":"3","sum":"1","buckets":[[0,"1","2","3"]]}]]}]}}`,
  `{"status":"success","data":{"resultType":"vector","result":[{"metric":{},"histogram":[1,{"count":"3","sum":"NaN"}]}]}}`,
  `{"status":"success","data":{"resultType":"scalar","result":[1,"2"]}}`,
  "[".repeat(5_000),
];

/** A body of the corpus, truncated, duplicated, or with bytes replaced. */
const mutated = fc
  .record({
    text: fc.constantFrom(...corpus),
    cut: fc.nat(400),
    edits: fc.array(fc.record({ at: fc.nat(400), byte: fc.nat(255) }), { maxLength: 6 }),
    token: fc.constantFrom("", "null", "{}", "[]", "1e999", '"NaN"', "-", '"\\ud800"'),
  })
  .map(({ text, cut, edits, token }) => {
    const body = bytes(cut % 3 === 0 ? text : text.slice(0, cut) + token + text.slice(cut));
    for (const { at, byte } of edits) if (at < body.length) body[at] = byte;
    return cut % 3 === 0 ? body.slice(0, Math.max(0, body.length - cut)) : body;
  });

test("never throws, and converts every invalid body to a typed failure", () => {
  const requests: readonly DecodeRequest[] = [
    range(4),
    { kind: "vector", maxSeries: 9 },
    { kind: "samples", maxSeries: 9 },
  ];
  fc.assert(
    fc.property(mutated, fc.constantFrom(...requests), (body, request) => {
      const result = decodeResponseBody(body, request);
      const oddNumbers =
        result.kind === "decoded" ? result.values.filter((value) => Math.abs(value) === Infinity) : [];
      const answered = { status: 200, contentType: "application/json" };
      const message =
        result.kind === "undecodable" ? createResponseError(answered, result).message : "decoded";
      expect(oddNumbers).toHaveLength(0);
      expect(message.length).toBeLessThan(700);
    }),
    { numRuns: 400 },
  );
});

test("decodes numbers as they were written", () => {
  fc.assert(
    fc.property(fc.array(fc.double({ noNaN: true }), { minLength: 1, maxLength: 40 }), (numbers) => {
      const values = numbers.map((number, index) => [startMs + index * stepMs, String(number)] as const);
      const result = decodeResponseBody(
        bytes(makeMatrixBody([{ metric: {}, values }])),
        range(numbers.length),
      );
      const expected = numbers.map((number) => (Number.isFinite(number) ? number : NaN));
      expect(result.kind === "decoded" ? [...result.values].map((value) => value + 0) : result).toEqual(
        expected.map((value) => value + 0),
      );
    }),
  );
});

test("returns the same result from the worker as from the function", async () => {
  const pointCount = 400;
  const series = Array.from({ length: 400 }, (_, row) => ({
    metric: { le: String(row), instance: "a:1" },
    values: Array.from(
      { length: pointCount },
      (__, index) => [startMs + index * stepMs, String(row / (index + 1))] as const,
    ),
  }));
  const body = makeMatrixBody(series, { warnings: ["one"] });
  expect(body.length).toBeGreaterThan(minWorkerBodyBytes);
  const here = decodeResponseBody(bytes(body), range(pointCount));
  expect(await decodeOffEventLoop(bytes(body), range(pointCount))).toEqual(here);
  const broken = bytes(body.slice(0, -5));
  expect(await decodeOffEventLoop(broken, range(pointCount))).toMatchObject({
    kind: "undecodable",
    reason: "not-json",
  });
});

test.each([
  ["range", range(1), makeMatrixBody],
  ["vector", { kind: "vector", maxSeries: 2_000 }, makeVectorBody],
] as const)("too many series of a %s are counted before they are parsed", (_kind, request, makeBody) => {
  const series = (count: number) =>
    Array.from({ length: count }, (_, row) => ({
      metric: { metric: String(row), text: '{"metric":{' },
      values: [[startMs, "1"]] as const,
    }));
  // A damaged end shows that the body was not parsed.
  expect(decodeResponseBody(bytes(`${makeBody(series(2_001))}!`), request)).toMatchObject({
    reason: "too-large",
    seriesCount: 2_001,
  });
  expect(decodeResponseBody(bytes(makeBody(series(2_000))), request)).toMatchObject({ kind: "decoded" });
});

test("the worker ends after a very large body, so that its memory is released", async () => {
  const hasWorker = (): boolean =>
    Reflect.get(globalThis, Symbol.for("ridgepoint.prometheus-decoder")) !== undefined;
  const decodeBytes = (length: number) =>
    decodeOffEventLoop(bytes(makeMatrixBody([], { padding: "x".repeat(length) })), range(1));
  expect(await decodeBytes(minWorkerBodyBytes)).toMatchObject({ kind: "decoded" });
  expect(hasWorker()).toBe(true);
  const [large, small] = await Promise.all([decodeBytes(17_000_000), decodeBytes(minWorkerBodyBytes)]);
  expect([large.kind, small.kind]).toEqual(["decoded", "decoded"]);
  expect(hasWorker()).toBe(false);
});
