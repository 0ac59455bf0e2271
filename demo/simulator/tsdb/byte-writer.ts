/** Writes the number formats of Prometheus's block files into a buffer that grows. Multi-byte numbers are big-endian. */
import { crc32c } from "./crc32c";

export class ByteWriter {
  #bytes = Buffer.alloc(1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Returns a view of the written bytes, valid until the next write. */
  bytes(from = 0): Buffer {
    return this.#bytes.subarray(from, this.#length);
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length] = value;
    this.#length += 1;
  }

  uint32(value: number): void {
    this.#reserve(4);
    this.#length = this.#bytes.writeUInt32BE(value, this.#length);
  }

  uint64(value: number): void {
    this.uint32(Math.floor(value / 2 ** 32));
    this.uint32(value % 2 ** 32);
  }

  /** Writes a non-negative integer with seven bits per byte, the lowest first. */
  uvarint(value: number): void {
    let rest = value;
    while (rest >= 0x80) {
      this.byte((rest % 0x80) + 0x80);
      rest = Math.floor(rest / 0x80);
    }
    this.byte(rest);
  }

  /** Writes a signed integer; small negative values stay short. */
  varint(value: number): void {
    this.uvarint(value < 0 ? -2 * value - 1 : 2 * value);
  }

  text(value: string): void {
    const encoded = Buffer.from(value, "utf8");
    this.uvarint(encoded.length);
    this.append(encoded);
  }

  append(content: Uint8Array): void {
    this.#reserve(content.length);
    this.#bytes.set(content, this.#length);
    this.#length += content.length;
  }

  /** Writes zeros until the length is a multiple of `size`. */
  align(size: number): void {
    while (this.#length % size !== 0) this.byte(0);
  }

  /** Writes the checksum of everything since `from`. */
  checksum(from: number): void {
    this.uint32(crc32c(this.bytes(from)));
  }

  #reserve(size: number): void {
    if (this.#length + size <= this.#bytes.length) return;
    const larger = Buffer.alloc(Math.max(this.#bytes.length * 2, this.#length + size));
    larger.set(this.bytes());
    this.#bytes = larger;
  }
}
