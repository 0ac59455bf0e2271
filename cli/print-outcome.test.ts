import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { createSuccess } from "./outcome";
import { printOutcome } from "./print-outcome";

function streamOf(write: (text: string) => Error | null): Writable {
  return new Writable({
    write: (chunk: Buffer, _encoding, done) => done(write(chunk.toString())),
  });
}

const failWith = (code: string): Writable => streamOf(() => Object.assign(new Error(code), { code }));

test("both texts end with a line break, and an empty text writes nothing", async () => {
  const written: string[] = [];
  const record = (name: string): Writable =>
    streamOf((text) => {
      written.push(`${name} ${text}`);
      return null;
    });
  await printOutcome(createSuccess("Pass"), { stdout: record("stdout"), stderr: record("stderr") });
  expect(written.filter((text) => text.length > "stdout ".length)).toEqual(["stdout Pass\n"]);
});

test("a reader that closed the pipe is not a failure, but a full disk is", async () => {
  const stderr = streamOf(() => null);
  await expect(
    printOutcome(createSuccess("Pass"), { stdout: failWith("EPIPE"), stderr }),
  ).resolves.toBeUndefined();
  await expect(printOutcome(createSuccess("Pass"), { stdout: failWith("ENOSPC"), stderr })).rejects.toThrow(
    "ENOSPC",
  );
});
