import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { detectFormat } from "./detect-format";

const bytesOf = (text: string, encoding: BufferEncoding = "utf8"): Uint8Array => Buffer.from(text, encoding);
const hex = (text: string): Uint8Array => Buffer.from(text.replaceAll(" ", ""), "hex");

/** A profile with one sample type and the string table "", "cpu", as `pprof` writes it. */
const profile = gzipSync(hex("0a 04 08 01 10 01 32 00 32 03 63 70 75"));

test.each<readonly [string, Uint8Array, string]>([
  ["a log", bytesOf("10:00 INFO ready\n10:01 WARN KV usage 98 %\n"), "text"],
  ["a log with a byte order mark", bytesOf("\ufeffready"), "text"],
  ["JSON that is not a profile", bytesOf('{"level":"info"}\n{"level":"warn"}'), "text"],
  ["XML", bytesOf("<?xml version='1.0'?><testsuite/>"), "text"],
  ["collapsed stacks", bytesOf("main;decode 3\nmain;prefill 4\n"), "collapsed-stacks"],
  [
    "trace events of PyTorch",
    bytesOf('{"schemaVersion":1,"traceEvents":[{"ph":"X","name":"gemm"}]}'),
    "chrome-trace",
  ],
  ["an array of trace events", bytesOf('[{"ph":"B"},{"ph":"E"}]'), "chrome-trace"],
  ["speedscope", bytesOf('{"shared":{"frames":[]},"profiles":[]}'), "speedscope"],
  ["pprof", profile, "pprof"],
])("%s is detected", async (_name, bytes, format) => {
  expect(await detectFormat(bytes)).toEqual({ ok: true, value: { format, imageSize: null } });
});

const zeros = (count: number): string => "00".repeat(count);

/** The starts and ends of images, each of 300 × 200 pixels. */
test.each<readonly [string, Uint8Array]>([
  ["png", hex("89504e470d0a1a0a 0000000d 49484452 0000012c 000000c8 0802000000 00000000 00000000 49454e44")],
  ["gif", hex("474946383961 2c01 c800 f70000 3b")],
  ["jpeg", hex("ffd8 ffe0 0004 0000 ffff c0 0011 08 00c8 012c 03 000000 ffd9")],
  ["webp", hex(`52494646 00000000 57454250 56503820 00000000 300100 9d012a 2c01 c800 ${zeros(4)}`)],
  ["webp", hex(`52494646 00000000 57454250 5650384c 00000000 2f 2bc13100 ${zeros(8)}`)],
  ["webp", hex("52494646 00000000 57454250 56503858 0a000000 00000000 2b0100 c70000")],
])("a %s image has its size", async (format, bytes) => {
  const imageSize = { widthPx: 300, heightPx: 200 };
  expect(await detectFormat(bytes)).toEqual({ ok: true, value: { format, imageSize } });
});

test.each<readonly [string, Uint8Array, RegExp]>([
  ["an empty file", new Uint8Array(), /^The file is empty\.$/],
  ["a ZIP archive", bytesOf("PK\u0003\u0004…", "latin1"), /ZIP archive\. Extract it/],
  ["a tar archive", bytesOf(`${"a".repeat(257)}ustar`), /tar archive/],
  ["a gzip archive", gzipSync("log"), /gzip archive without a pprof profile\. Decompress it/],
  ["a truncated profile", profile.subarray(0, -4), /incomplete or damaged/],
  ["a decompression bomb", gzipSync(Buffer.alloc(70_000_000)), /more than 64 MiB/],
  ["an SVG image", bytesOf('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>'), /SVG image/],
  ["an HTML page", bytesOf("<!DOCTYPE html><script>alert(1)</script>"), /HTML page/],
  ["UTF-16", bytesOf("\ufeffready", "utf16le"), /UTF-16 text\. Save it as UTF-8/],
  ["Latin-1", bytesOf("Größe 42", "latin1"), /not valid UTF-8 text and has no other known format/],
  ["a program", bytesOf("\u007fELF\u0002\u0001\u0000"), /null characters/],
  [
    "a PNG without its end",
    hex("89504e470d0a1a0a 0000000d 49484452 0000012c 000000c8 0802000000"),
    /^The image is incomplete: its end is missing/,
  ],
  ["a GIF without its end", hex("474946383961 2c01 c800 f70000"), /image is incomplete/],
  ["a JPEG without its end", hex("ffd8 ffe0 0004 0000 ffff c0 0011 08 00c8 012c 03 000000"), /incomplete/],
  [
    "a cut WebP",
    hex(`52494646 ff000000 57454250 56503858 ${zeros(4)} ${zeros(4)} 2b0100 c70000`),
    /incomplete/,
  ],
  ["a PNG without a size", hex("89504e470d0a1a0a 0000000d"), /image is damaged/],
  [
    "a large image",
    hex("474946383961 ffff ffff f70000 3b"),
    /65,535 × 65,535 pixels, and evidence has at most 50,000,000/,
  ],
])("%s is refused with the reason", async (_name, bytes, reason) => {
  expect(await detectFormat(bytes)).toEqual({ ok: false, error: expect.stringMatching(reason) });
});

test("any bytes have a format or a reason, also behind the first bytes of a known format", async () => {
  const starts = [
    "",
    "\u0089PNG\r\n\u001a\n",
    "GIF89a",
    "\u00ff\u00d8\u00ff",
    "RIFF....WEBPVP8X",
    "\u001f\u008b\u0008",
    "[",
  ];
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 200 }), async (start, rest) => {
      const detected = await detectFormat(Buffer.concat([Buffer.from(start, "latin1"), rest]));
      expect(detected.ok ? detected.value.format : detected.error).not.toBe("");
    }),
  );
});
