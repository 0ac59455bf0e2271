/**
 * Writes a Prometheus block, the folder in which Prometheus stores a range of time. `promtool tsdb create-blocks-from`
 * does the same from text, which takes twenty times as long: text repeats the labels for each sample, and series with
 * equal values cannot share their encoding.
 */
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ByteWriter } from "./byte-writer";
import { encodeIndex, compareBytes, type ChunkEntry } from "./index-file";
import { crc32c } from "./crc32c";
import { createUlid } from "./ulid";
import { encodeXorChunk } from "./xor-chunk";

export interface BlockSeries {
  /** Labels of the series, including `__name__`. */
  readonly labels: Readonly<Record<string, string>>;
  /** One value per time. Series with the same array share its encoding. */
  readonly values: Float64Array;
  /** Times of this series. Absent if they are the times of the block. */
  readonly timesMs?: readonly number[];
}

const chunkMagic = 0x85bd40dd;
const chunkVersion = 1;
const xorEncoding = 1;
const samplesPerChunk = 120;

interface EncodedChunk {
  readonly fromMs: number;
  readonly toMs: number;
  /** Length, encoding, data and checksum. */
  readonly bytes: Uint8Array;
}

/**
 * Writes the block into `parentFolder` and returns the name of its folder. Times are in milliseconds, ascending. Those
 * of the block include the first and the last time of each series.
 */
export function writeBlock(
  parentFolder: string,
  timesMs: readonly number[],
  series: readonly BlockSeries[],
): string {
  const name = createUlid();
  const draft = join(parentFolder, `${name}.tmp`);
  mkdirSync(join(draft, "chunks"), { recursive: true });
  const chunkFile = new ByteWriter();
  chunkFile.uint32(chunkMagic);
  chunkFile.byte(chunkVersion);
  chunkFile.align(8);
  const encoded = new Map<Float64Array, readonly EncodedChunk[]>();
  const indexed = series.map(({ labels }) => sortedLabels(labels));
  const order = series
    .keys()
    .toArray()
    .toSorted((a, b) => compareLabels(indexed[a] ?? [], indexed[b] ?? []));
  const entries = order.map((at) => {
    const one = series[at];
    const values = one?.values ?? new Float64Array();
    const chunks = encoded.get(values) ?? encodeChunks(one?.timesMs ?? timesMs, values);
    encoded.set(values, chunks);
    return { labels: indexed[at] ?? [], chunks: chunks.map((chunk) => appendChunk(chunkFile, chunk)) };
  });
  writeFileSync(join(draft, "chunks/000001"), chunkFile.bytes());
  writeFileSync(join(draft, "index"), encodeIndex(entries));
  const numChunks = entries.reduce((sum, { chunks }) => sum + chunks.length, 0);
  const numSamples = series.reduce((sum, { values }) => sum + values.length, 0);
  const meta = {
    ulid: name,
    minTime: timesMs[0] ?? 0,
    maxTime: (timesMs.at(-1) ?? 0) + 1,
    stats: { numSamples, numSeries: series.length, numChunks },
    compaction: { level: 1, sources: [name] },
    version: 1,
  };
  writeFileSync(join(draft, "meta.json"), JSON.stringify(meta, undefined, 2));
  renameSync(draft, join(parentFolder, name));
  return name;
}

function encodeChunks(timesMs: readonly number[], values: Float64Array): readonly EncodedChunk[] {
  const chunks: EncodedChunk[] = [];
  for (let from = 0; from < timesMs.length; from += samplesPerChunk) {
    const to = Math.min(from + samplesPerChunk, timesMs.length);
    const data = encodeXorChunk(timesMs, values, from, to);
    const writer = new ByteWriter();
    writer.uvarint(data.length);
    const contentAt = writer.length;
    writer.byte(xorEncoding);
    writer.append(data);
    writer.uint32(crc32c(writer.bytes(contentAt)));
    chunks.push({ fromMs: timesMs[from] ?? 0, toMs: timesMs[to - 1] ?? 0, bytes: writer.bytes() });
  }
  return chunks;
}

function appendChunk(
  file: ByteWriter,
  { fromMs: firstSampleMs, toMs: lastSampleMs, bytes }: EncodedChunk,
): ChunkEntry {
  const fileOffset = file.length;
  file.append(bytes);
  return { firstSampleMs, lastSampleMs, fileOffset };
}

type SortedLabels = readonly (readonly [string, string])[];

function sortedLabels(labels: BlockSeries["labels"]): SortedLabels {
  return Object.entries(labels).toSorted(([a], [b]) => compareBytes(a, b));
}

function compareLabels(a: SortedLabels, b: SortedLabels): number {
  for (let index = 0; index < Math.min(a.length, b.length); index += 1) {
    const [nameA = "", valueA = ""] = a[index] ?? [];
    const [nameB = "", valueB = ""] = b[index] ?? [];
    const order = compareBytes(nameA, nameB) || compareBytes(valueA, valueB);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}
