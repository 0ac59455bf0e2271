// Termination of the built server by a second signal, as started by `npm start` and by the container image.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { isResponding } from "@/demo/stack/process/wait-until";
import {
  closeBuiltServer,
  endServers,
  entries,
  imageEntry,
  openBuiltServer,
  startServer,
  until,
} from "@/tests/support/server/built-server";

beforeAll(openBuiltServer);
afterEach(endServers);
afterAll(closeBuiltServer);

describe.each(Object.keys(entries))("on termination, %s", (name) => {
  test("ends immediately after a second signal", async () => {
    const { child, url, ended } = await startServer(entries[name]!());
    child.kill("SIGINT");
    await until("readiness to fall", async () =>
      isResponding(`${url}/api/health?probe=ready`, (status) => status === 503),
    );
    const again = setInterval(() => child.kill("SIGINT"), 600);
    // An orderly shutdown would exit with 0.
    expect(await ended).not.toBe(0);
    clearInterval(again);
  });
});

test("in the demo, which stops the entire system, it ends immediately", async () => {
  const image = imageEntry();
  const { NEXT_MANUAL_SIG_HANDLE: handled, ...env } = image.env;
  expect(handled).toBe("1");
  const { child, ended } = await startServer({ ...image, env });
  child.kill("SIGTERM");
  // Exit code of a process ended by a signal. An orderly shutdown would exit with 0.
  expect(await ended).toBe(143);
});
