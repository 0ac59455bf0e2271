/**
 * Writes the index of a Prometheus block: symbols, series with their chunks, and for each label value the series that
 * have it. Format 2: https://github.com/prometheus/prometheus/blob/main/tsdb/docs/format/index.md
 */
import { ByteWriter } from "./byte-writer";

/** Where a chunk is stored, and the times of its samples. */
export interface ChunkEntry {
  readonly firstSampleMs: number;
  readonly lastSampleMs: number;
  /** Byte offset in the chunk file. */
  readonly fileOffset: number;
}

export interface IndexedSeries {
  /** Sorted by name; `__name__` is the metric's name. */
  readonly labels: readonly (readonly [name: string, value: string])[];
  readonly chunks: readonly ChunkEntry[];
}

const magic = 0xbaaad700;
const formatVersion = 2;
/** Series begin at multiples of 16 bytes and are referred to by sixteenths of their position. */
const seriesAlignment = 16;

/** Returns the content of the index file. `series` are sorted by their labels. */
export function encodeIndex(series: readonly IndexedSeries[]): Buffer {
  const file = new ByteWriter();
  file.uint32(magic);
  file.byte(formatVersion);
  const symbols = [...new Set(series.flatMap(({ labels }) => labels.flat()))].toSorted(compareBytes);
  const symbolsAt = writeSection(file, (section) => {
    section.uint32(symbols.length);
    for (const symbol of symbols) section.text(symbol);
  });
  const references = writeSeries(file, series, symbols);
  const seriesAt = (references[0] ?? 0) * seriesAlignment;
  const lists = postingLists(series, references);
  const listPositions = lists.map(({ references: members }) => {
    file.align(4);
    return writeSection(file, (section) => {
      section.uint32(members.length);
      for (const member of members) section.uint32(member);
    });
  });
  // Readers of format 2 do not use the tables of label values, but expect them to exist.
  const labelTableAt = writeSection(file, (section) => section.uint32(0));
  const listTableAt = writeSection(file, (section) => {
    section.uint32(lists.length);
    for (const [index, { name, value }] of lists.entries()) {
      section.byte(2);
      section.text(name);
      section.text(value);
      section.uvarint(listPositions[index] ?? 0);
    }
  });
  const contentsAt = file.length;
  for (const position of [
    symbolsAt,
    seriesAt,
    labelTableAt,
    labelTableAt,
    listPositions[0] ?? 0,
    listTableAt,
  ])
    file.uint64(position);
  file.checksum(contentsAt);
  return file.bytes();
}

/** Writes length, content and checksum; returns the position. */
function writeSection(file: ByteWriter, write: (section: ByteWriter) => void): number {
  const position = file.length;
  const section = new ByteWriter();
  write(section);
  file.uint32(section.length);
  file.append(section.bytes());
  file.checksum(position + 4);
  return position;
}

/** Returns the references of the series, in order. */
function writeSeries(
  file: ByteWriter,
  series: readonly IndexedSeries[],
  symbols: readonly string[],
): readonly number[] {
  const symbolIndexes = new Map(symbols.map((symbol, index) => [symbol, index]));
  return series.map(({ labels, chunks }) => {
    file.align(seriesAlignment);
    const position = file.length;
    const entry = new ByteWriter();
    entry.uvarint(labels.length);
    for (const text of labels.flat()) entry.uvarint(symbolIndexes.get(text) ?? 0);
    writeChunkEntries(entry, chunks);
    file.uvarint(entry.length);
    const contentAt = file.length;
    file.append(entry.bytes());
    file.checksum(contentAt);
    return position / seriesAlignment;
  });
}

function writeChunkEntries(entry: ByteWriter, chunks: readonly ChunkEntry[]): void {
  entry.uvarint(chunks.length);
  for (const [index, { firstSampleMs, lastSampleMs, fileOffset }] of chunks.entries()) {
    const previous = chunks[index - 1];
    if (previous === undefined) entry.varint(firstSampleMs);
    else entry.uvarint(firstSampleMs - previous.lastSampleMs);
    entry.uvarint(lastSampleMs - firstSampleMs);
    if (previous === undefined) entry.uvarint(fileOffset);
    else entry.varint(fileOffset - previous.fileOffset);
  }
}

interface PostingList {
  readonly name: string;
  readonly value: string;
  readonly references: readonly number[];
}

/** Returns the series of each label value, sorted; the list of all series has an empty label and is first. */
function postingLists(
  series: readonly IndexedSeries[],
  references: readonly number[],
): readonly PostingList[] {
  const byName = new Map<string, Map<string, number[]>>();
  for (const [index, { labels }] of series.entries()) {
    for (const [name, value] of labels) {
      const values = byName.get(name) ?? new Map<string, number[]>();
      byName.set(name, values);
      const members = values.get(value) ?? [];
      values.set(value, members);
      members.push(references[index] ?? 0);
    }
  }
  const sorted = [...byName]
    .toSorted(([a], [b]) => compareBytes(a, b))
    .flatMap(([name, values]) =>
      [...values]
        .toSorted(([a], [b]) => compareBytes(a, b))
        .map(([value, members]) => ({ name, value, references: members })),
    );
  return [{ name: "", value: "", references }, ...sorted];
}

/** Compares texts by their bytes, as Prometheus does. All labels of the fleet are ASCII. */
export function compareBytes(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
