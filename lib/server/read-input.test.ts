import { describe, expect, test } from "vitest";
import { z } from "zod";
import { parseInput, readBytes, readJson, readQuery } from "./read-input";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

function post(body: BodyInit, headers: Record<string, string> = {}): Request {
  return new Request("http://localhost/", { method: "POST", body, headers, duplex: "half" } as RequestInit);
}

/** Hands out `count` chunks of `size` bytes and counts how many were taken. */
function chunks(
  count: number,
  size: number,
): { readonly stream: ReadableStream<Uint8Array>; readonly taken: () => number } {
  let taken = 0;
  const stream = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        if (taken === count) return controller.close();
        taken += 1;
        controller.enqueue(new Uint8Array(size));
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, taken: () => taken };
}

describe("bodies", () => {
  test("of exactly the limit are read", async () => {
    expect(await readBytes(post("abcd"), 4)).toHaveLength(4);
  });

  test("over the limit are refused before they are all read, whatever they declared", async () => {
    const { stream, taken } = chunks(1_000, 1_000);
    await expect(readBytes(post(stream), 10_000)).rejects.toMatchObject({ code: "too-large" });
    expect(taken()).toBeLessThan(20);
  });

  test("that declare more than the limit are refused unread", async () => {
    await expect(readBytes(post("ab", { "content-length": "99999" }), 10)).rejects.toMatchObject({
      code: "too-large",
    });
  });

  test.each([
    ["no bytes", "", {}],
    ["an object", '{"a":[1]}', { a: [1] }],
    ["brackets inside text", `{"a":"${"[".repeat(500)}\\""}`, { a: `${"[".repeat(500)}"` }],
  ])("with %s are JSON", (_name, text, value) => {
    expect(readJson(encode(text))).toEqual(value);
  });

  test.each([
    ["broken JSON", encode('{"a":')],
    ["nesting of 65", encode("[".repeat(65) + "]".repeat(65))],
    ["nesting of a million", encode("[".repeat(1_000_000))],
    ["bytes that are not UTF-8", new Uint8Array([0x22, 0xff, 0x22])],
  ])("with %s are refused", (_name, bytes) => {
    expect(() => readJson(bytes)).toThrow(expect.objectContaining({ code: "invalid-input" }));
  });
});

describe("queries", () => {
  test("are read by name", () => {
    expect(readQuery(new URLSearchParams("a=1&b="))).toEqual({ a: "1", b: "" });
  });

  test("with a name given twice are refused", () => {
    expect(() => readQuery(new URLSearchParams("a=1&a=2"))).toThrow(/query a: given twice/);
  });

  test("cannot reach an object's prototype", () => {
    const query = readQuery(new URLSearchParams("__proto__=x"));
    expect(Object.getPrototypeOf(query)).toBe(Object.prototype);
  });
});

test("a refusal names the place", () => {
  const schema = z.strictObject({ a: z.strictObject({ b: z.number() }) });
  expect(() => parseInput(schema, { a: { b: "x" } }, "body")).toThrow(/^body a\.b: /);
  expect(() => parseInput(schema, { a: { b: 1 }, c: 2 }, "body")).toThrow(/^body: .*"c"/);
});
