import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { choosePorts, findFreePort, parsePort, chooseStoredPorts, reservePort } from "./ports";

async function occupy(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
      }),
  );
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

test("one choice never assigns a port twice", async () => {
  const names = Array.from({ length: 40 }, (_, index) => `part-${index}`);
  const ports = Object.values(await choosePorts(names));
  expect(new Set(ports).size).toBe(names.length);
});

test("remembered ports are reused, and only a taken one is replaced", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "ports-")), "ports.json");
  const first = await chooseStoredPorts(file, ["web", "data"]);
  expect(await chooseStoredPorts(file, ["web", "data"])).toEqual(first);

  const taken = await occupy();
  writeFileSync(file, JSON.stringify({ ...first, web: taken }));
  const second = await chooseStoredPorts(file, ["web", "data"]);
  expect(second.web).not.toBe(taken);
  expect(second.data).toBe(first.data);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(second);
});

test.each(["", "{", '{"web":"no"}', '{"web":99999}'])(
  "an unreadable file %j only means new ports",
  async (text) => {
    const file = join(mkdtempSync(join(tmpdir(), "ports-")), "ports.json");
    writeFileSync(file, text);
    const { web } = await chooseStoredPorts(file, ["web"]);
    expect(web).toBeGreaterThan(0);
  },
);

test("a taken port is skipped", async () => {
  const taken = await occupy();
  expect(await findFreePort(taken)).toBeGreaterThan(taken);
});

test("a reserved port is unavailable to others until it is released", async () => {
  const reserved = await reservePort(20_000);
  const other = await reservePort(reserved.port);
  expect(other.port).toBeGreaterThan(reserved.port);
  await reserved.release();
  await other.release();
  expect(await findFreePort(reserved.port)).toBe(reserved.port);
});

test("a client of a reserved port is disconnected and does not delay its release", async () => {
  const reserved = await reservePort(20_000);
  const visitor = connect(reserved.port, "127.0.0.1");
  visitor.on("error", () => undefined);
  const happens = (event: "connect" | "close"): Promise<void> =>
    new Promise((resolve) => {
      visitor.once(event, () => resolve());
    });
  const closed = happens("close");
  await Promise.race([happens("connect"), closed]);
  await reserved.release();
  await closed;
  expect(await findFreePort(reserved.port)).toBe(reserved.port);
});

test("PORT must be a valid port", () => {
  expect(parsePort(undefined, 3000)).toBe(3000);
  expect(parsePort("", 3000)).toBe(3000);
  expect(parsePort("8080", 3000)).toBe(8080);
  for (const text of ["http", "0", "65536", "80.5"])
    expect(() => parsePort(text, 3000)).toThrow("is not a valid port");
});
