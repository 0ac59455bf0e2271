import { afterEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { deploymentId } from "@/lib/contracts/discovery";
import { traceFlowContract } from "@/lib/contracts/traces/trace-flow";
import { traceId } from "@/lib/contracts/traces/traces";
import { parseInput, readBytes, readJson, readQuery } from "./read-input";
import { deleteProcessState } from "@/lib/server/process-state";
import { startUpload } from "./upload-budget";

afterEach(() => deleteProcessState("upload-bytes"));

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

function post(body: BodyInit, headers: Record<string, string> = {}): Request {
  return new Request("http://localhost/", { method: "POST", body, headers, duplex: "half" } as RequestInit);
}

/** Returns `count` chunks of `size` bytes and counts how many were read. */
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
    expect(await readBytes(post("abcd"), 4, startUpload())).toHaveLength(4);
  });

  test("over the limit are refused before they are read completely, regardless of their declared size", async () => {
    const { stream, taken } = chunks(1_000, 1_000);
    await expect(readBytes(post(stream), 10_000, startUpload())).rejects.toMatchObject({ code: "too-large" });
    expect(taken()).toBeLessThan(20);
  });

  test("that declare more than the limit are refused unread", async () => {
    await expect(
      readBytes(post("ab", { "content-length": "99999" }), 10, startUpload()),
    ).rejects.toMatchObject({
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

  test("with a repeated name are refused", () => {
    expect(() => readQuery(new URLSearchParams("a=1&a=2"))).toThrow(/query a: given twice/);
  });

  test("cannot reach an object's prototype", () => {
    const query = readQuery(new URLSearchParams("__proto__=x"));
    expect(Object.getPrototypeOf(query)).toBe(Object.prototype);
  });
});

const kind = z.enum(["deploy", "comment"]);

test.each([
  [
    "an unknown value",
    z.object({ kind }),
    { kind: "nope" },
    "query kind: must be one of deploy, comment, but is “nope”",
  ],
  [
    "an unknown value in a list",
    z.object({ kinds: z.array(kind) }),
    { kinds: ["deploy", "x\ny"] },
    "query kinds.1: must be one of deploy, comment, but is “x y”",
  ],
  [
    "an unknown discriminator",
    z.discriminatedUnion("kind", [z.object({ kind }), z.object({ kind: z.literal("exclusion") })]),
    { kind: 7 },
    "query kind: must be one of deploy, comment, exclusion, but is “7”",
  ],
  [
    "a missing discriminator",
    z.discriminatedUnion("kind", [z.object({ kind }), z.object({ kind: z.literal("exclusion") })]),
    {},
    "query kind: is missing. Allowed values: deploy, comment, exclusion",
  ],
  ["a missing value", z.object({ kind }), {}, "query kind: is missing. Allowed values: deploy, comment"],
  [
    "an unknown name",
    z.strictObject({ from: z.string() }),
    { from: "a", kind: "nope" },
    "query: “kind” is unknown. Known names: from",
  ],
  ["a name in an empty object", z.strictObject({}), { kind: "nope" }, "query: “kind” is unknown"],
  [
    "a value of a different type",
    z.object({ n: z.number() }),
    { n: "7" },
    "query n: must be a number, but is “7”",
  ],
  ["an absent field", z.object({ title: z.string() }), {}, "query title: is missing"],
  [
    "a text that is too long",
    z.object({ title: z.string().max(2) }),
    { title: "abc" },
    "query title: must have at most 2 characters",
  ],
  ["a number that is too large", z.object({ n: z.number().max(2) }), { n: 3 }, "query n: must be at most 2"],
  [
    "a list that is too short",
    z.object({ all: z.array(z.string()).min(1) }),
    { all: [] },
    "query all: must have at least 1 entry",
  ],
  [
    "a message of the schema",
    z.object({ a: z.string().regex(/^a$/, "is not an a") }),
    { a: "b" },
    "query a: is not an a",
  ],
  [
    "a text in a different format",
    z.object({ a: z.string().regex(/^a$/) }),
    { a: "b" },
    "query a: has an invalid format: “b”",
  ],
  [
    "an invalid id",
    z.object({ a: z.uuid() }),
    { a: "chat" },
    "query a: must be an id such as 019e2c5a-7b1d-7c3e-8f40-2a6b9d1c4e57, but is “chat”",
  ],
])("the message names the path", (_name, schema, value, message) => {
  expect(() => parseInput(schema, value, "query")).toThrow(expect.objectContaining({ message }));
});

test("an invalid body lists every error with a pointer, other parts of a request do not", () => {
  const schema = z.strictObject({ a: z.strictObject({ "b/c": z.number() }), rows: z.array(z.number()) });
  const value = { a: { "b/c": "x" }, rows: [1, "y"] };
  expect(() => parseInput(schema, value, "body")).toThrow(
    expect.objectContaining({
      errors: [
        { pointer: "#/a/b~1c", detail: "must be a number, but is “x”" },
        { pointer: "#/rows/1", detail: "must be a number, but is “y”" },
      ],
    }),
  );
  expect(() => parseInput(schema, value, "query")).toThrow(expect.objectContaining({ errors: undefined }));
});

test("a refusal names the place", () => {
  const schema = z.strictObject({ a: z.strictObject({ b: z.number() }) });
  expect(() => parseInput(schema, { a: { b: "x" } }, "body")).toThrow(/^body a\.b: /);
  expect(() => parseInput(schema, { a: { b: 1 }, c: 2 }, "body")).toThrow(
    /^body: “c” is unknown\. Known names: a$/,
  );
});

test.each([
  [
    "a slug instead of a deployment id",
    deploymentId,
    "assist-8b",
    /must be the id of a deployment from GET \/api\/v1\/discovery/,
  ],
  ["an invalid trace id", traceId, "zz", /must be a trace id: 16 to 32 digits of 0-9 and a-f/],
  [
    "an invalid condition",
    traceFlowContract.query.shape.attribute,
    "zz",
    /must be name=value, name>number or/,
  ],
  [
    "an invalid window",
    traceFlowContract.query.shape.cmp,
    "zz",
    /must be previous, weekday \(one week earlier\), earlier:<seconds>, or the start/,
  ],
])("explains %s with the accepted values", (_name, schema, value, message) => {
  expect(() => parseInput(z.object({ a: schema }), { a: value }, "query")).toThrow(
    expect.objectContaining({ message: expect.stringMatching(message) }),
  );
});
