/**
 * Metrics in Prometheus's protobuf format, the only one with native histograms: the fields of
 * `io.prometheus.client.MetricFamily` (prometheus/client_model metrics.proto) that a scrape reads, each family after
 * its length.
 */
export interface NativeSample {
  readonly labels: Readonly<Record<string, string>>;
  readonly timeMs: number;
  readonly sum: number;
  readonly count: number;
  /** Bucket index i holds (g^(i−1), g^i] with g = 2^(2^−schema). */
  readonly schema: number;
  readonly zeroThreshold: number;
  readonly zeroCount: number;
  readonly positive: ReadonlyMap<number, number>;
  readonly negative: ReadonlyMap<number, number>;
}

export interface ClassicSample extends Pick<NativeSample, "labels" | "timeMs" | "sum" | "count"> {
  /** Cumulative, without +Inf. */
  readonly buckets: readonly (readonly [upperBound: number, count: number])[];
}

export interface GaugeSample extends Pick<NativeSample, "labels" | "timeMs"> {
  readonly value: number;
}

export type Family =
  | { readonly name: string; readonly kind: "native"; readonly samples: readonly NativeSample[] }
  | { readonly name: string; readonly kind: "classic"; readonly samples: readonly ClassicSample[] }
  | { readonly name: string; readonly kind: "gauge"; readonly samples: readonly GaugeSample[] };

export const protobufContentType =
  "application/vnd.google.protobuf; proto=io.prometheus.client.MetricFamily; encoding=delimited";

type Bytes = readonly number[];

function varint(value: bigint): Bytes {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, value);
  while (rest > 127n) {
    bytes.push(Number(rest & 127n) | 128);
    rest >>= 7n;
  }
  return [...bytes, Number(rest)];
}

const integer = (field: number, value: number): Bytes => [
  ...varint(BigInt(field << 3)),
  ...varint(BigInt(value)),
];
/** Encodes small signed numbers in few bytes. */
const zigzag = (field: number, value: number): Bytes =>
  integer(field, value >= 0 ? value * 2 : -value * 2 - 1);
const bytesOf = (field: number, bytes: Bytes): Bytes => [
  ...varint(BigInt((field << 3) | 2)),
  ...varint(BigInt(bytes.length)),
  ...bytes,
];
const text = (field: number, value: string): Bytes => bytesOf(field, [...Buffer.from(value, "utf8")]);

function double(field: number, value: number): Bytes {
  const buffer = Buffer.alloc(8);
  buffer.writeDoubleLE(value);
  return [...varint(BigInt((field << 3) | 1)), ...buffer];
}

/** Encodes runs of neighbouring buckets, then their counts as differences. */
function spans(buckets: ReadonlyMap<number, number>, spanField: number, deltaField: number): Bytes {
  const sorted = [...buckets].toSorted(([a], [b]) => a - b);
  const runs: { offset: number; length: number }[] = [];
  let next = 0;
  for (const [index] of sorted) {
    const last = runs.at(-1);
    if (last !== undefined && index === next) last.length += 1;
    else runs.push({ offset: index - next, length: 1 });
    next = index + 1;
  }
  return [
    ...runs.flatMap(({ offset, length }) =>
      bytesOf(spanField, [...zigzag(1, offset), ...integer(2, length)]),
    ),
    ...sorted.flatMap(([, count], at) => zigzag(deltaField, count - (sorted[at - 1]?.[1] ?? 0))),
  ];
}

function nativeHistogram(sample: NativeSample): Bytes {
  const { count, sum, schema, zeroThreshold, zeroCount, positive, negative } = sample;
  return [
    ...integer(1, count),
    ...double(2, sum),
    ...zigzag(5, schema),
    ...double(6, zeroThreshold),
    ...integer(7, zeroCount),
    ...spans(negative, 9, 10),
    ...spans(positive, 12, 13),
  ];
}

function classicHistogram({ count, sum, buckets }: ClassicSample): Bytes {
  return [
    ...integer(1, count),
    ...double(2, sum),
    ...buckets.flatMap(([bound, below]) => bytesOf(3, [...integer(1, below), ...double(2, bound)])),
  ];
}

function metric({ labels, timeMs }: Pick<NativeSample, "labels" | "timeMs">, body: Bytes): Bytes {
  const pairs = Object.entries(labels).flatMap(([name, value]) =>
    bytesOf(1, [...text(1, name), ...text(2, value)]),
  );
  return bytesOf(4, [...pairs, ...body, ...integer(6, timeMs)]);
}

function metricsOf(family: Family): Bytes {
  switch (family.kind) {
    case "native":
      return family.samples.flatMap((one) => metric(one, bytesOf(7, nativeHistogram(one))));
    case "classic":
      return family.samples.flatMap((one) => metric(one, bytesOf(7, classicHistogram(one))));
    case "gauge":
      return family.samples.flatMap((one) => metric(one, bytesOf(2, double(1, one.value))));
  }
}

const types = { native: 4, classic: 4, gauge: 1 } as const;

/** Returns the page as a target would serve it. */
export function writeProtobuf(families: readonly Family[]): Buffer {
  const messages = families.map((family) => {
    const body = [...text(1, family.name), ...integer(3, types[family.kind]), ...metricsOf(family)];
    return Buffer.from([...varint(BigInt(body.length)), ...body]);
  });
  return Buffer.concat(messages);
}
