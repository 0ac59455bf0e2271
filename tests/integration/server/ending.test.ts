// How the built server ends when nobody waits for it, by both ways in which people run it.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { answers } from "@/demo/stack/process/wait-until";
import {
  closeBuiltServer,
  endServers,
  entries,
  imageEntry,
  openBuiltServer,
  startServer,
  until,
} from "@/tests/support/built-server";

beforeAll(openBuiltServer);
afterEach(endServers);
afterAll(closeBuiltServer);

describe.each(Object.keys(entries))("asked to end, %s", (name) => {
  test("asked twice, ends at once", async () => {
    const { child, url, ended } = await startServer(entries[name]!());
    child.kill("SIGINT");
    await until("readiness to fall", async () =>
      answers(`${url}/api/health?probe=ready`, (status) => status === 503),
    );
    const again = setInterval(() => child.kill("SIGINT"), 600);
    // An orderly end, for which nobody waited, would say 0.
    expect(await ended).not.toBe(0);
    clearInterval(again);
  });
});

test("in the demo, where the whole system is to stop, it ends at once", async () => {
  const image = imageEntry();
  const { NEXT_MANUAL_SIG_HANDLE: handled, ...env } = image.env;
  expect(handled).toBe("1");
  const { child, ended } = await startServer({ ...image, env });
  child.kill("SIGTERM");
  // As a program that a signal ended; after an orderly end it would say 0.
  expect(await ended).toBe(143);
});
