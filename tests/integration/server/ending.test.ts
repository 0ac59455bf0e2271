// Termination of the built server by a second signal, as started by `npm start` and by the container image.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { isResponding } from "@/demo/stack/process/wait-until";
import {
  closeBuiltServer,
  endServers,
  startCommands,
  countHeldRequests,
  readImageEntry,
  openBuiltServer,
  finishHeldResponses,
  sendSlowRequest,
  startServer,
  waitUntilMet,
} from "@/tests/support/server/built-server";

beforeAll(openBuiltServer);
afterEach(endServers);
afterAll(closeBuiltServer);

describe.each(Object.keys(startCommands))("on termination, %s", (name) => {
  test("ends immediately after a second signal", async () => {
    const { child, url, ended } = await startServer(startCommands[name]!());
    child.kill("SIGINT");
    await waitUntilMet("readiness to fall", async () =>
      isResponding(`${url}/api/health?probe=ready`, (status) => status === 503),
    );
    const again = setInterval(() => child.kill("SIGINT"), 600);
    // An orderly shutdown would exit with 0.
    expect(await ended).not.toBe(0);
    clearInterval(again);
  });
});

test("in the demo, it finishes the requests in flight, and no load balancer needs more time", async () => {
  const image = readImageEntry();
  const { child, url, ended, log } = await startServer({
    ...image,
    env: { ...image.env, NEXT_MANUAL_SIG_HANDLE: "drain" },
  });
  const slow = sendSlowRequest(url);
  await waitUntilMet("the request to reach Prometheus", () => Promise.resolve(countHeldRequests() > 0));
  child.kill("SIGTERM");
  await waitUntilMet("the server to accept no connection", async () => !(await isResponding(url)));
  finishHeldResponses();
  expect((await slow).status).toBe(200);
  expect(await ended).toBe(0);
  expect(log()).toContain("serving for another 0 s");
});
