import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { nameSecretKeyFile } from "./secret-key-file";

const folder = mkdtempSync(join(tmpdir(), "ridgepoint-key-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("a key is created once, for this user only, and stays the same", () => {
  const file = nameSecretKeyFile({}, folder)["RIDGEPOINT_SECRET_KEY_FILE"] ?? "";
  const key = readFileSync(file, "utf8");
  expect(Buffer.from(key, "base64")).toHaveLength(32);
  expect(statSync(file).mode & 0o077).toBe(0);
  expect(nameSecretKeyFile({}, folder)).toEqual({ RIDGEPOINT_SECRET_KEY_FILE: file });
  expect(readFileSync(file, "utf8")).toBe(key);
});

test("a key of the user is used instead", () => {
  expect(nameSecretKeyFile({ RIDGEPOINT_SECRET_KEY: "text" }, folder)).toEqual({});
  expect(nameSecretKeyFile({ RIDGEPOINT_SECRET_KEY_FILE: "/run/key" }, folder)).toEqual({});
});
