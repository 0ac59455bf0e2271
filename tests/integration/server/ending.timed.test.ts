// Orderly shutdown of the built server (R28), as started by `npm start` and by the container image.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { isResponding } from "@/demo/stack/process/wait-until";
import { startBalancer } from "@/tests/support/server/balancer";
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

const openAtMost = 20;

beforeAll(openBuiltServer);
afterEach(endServers);
afterAll(closeBuiltServer);

describe.each(Object.keys(startCommands))("on termination, %s", (name) => {
  test("is no longer ready immediately, continues to serve, finishes requests in flight, and exits with 0", async () => {
    const { child, url, ended } = await startServer(startCommands[name]!());
    const slow = sendSlowRequest(url);
    await waitUntilMet("the request to reach Prometheus", () => Promise.resolve(countHeldRequests() > 0));

    child.kill("SIGTERM");
    const signalledAtMs = performance.now();
    const isUnready = (status: number): boolean => status === 503;
    // The readiness changes at once. Seconds of service remain, as counted below.
    await waitUntilMet("readiness to fall", () => isResponding(`${url}/api/health?probe=ready`, isUnready));

    let served = 0;
    for (;;) {
      if (!(await isResponding(`${url}/api/health?probe=live`))) break;
      served += 1;
    }
    const servedForMs = performance.now() - signalledAtMs;
    expect(served).toBeGreaterThan(10);
    expect(servedForMs).toBeGreaterThan(4_500);
    expect(servedForMs).toBeLessThan(12_000);

    finishHeldResponses();
    expect((await slow).status).toBe(200);
    expect(await ended).toBe(0);
    expect(performance.now() - signalledAtMs).toBeLessThan(20_000);
  });
});

test("each of two servers behind a load balancer can be replaced under load without a failed request", async () => {
  const [first, second] = [await startServer(readImageEntry()), await startServer(readImageEntry())];
  const balancer = await startBalancer([first.url, second.url]);
  const outcomes: Promise<string>[] = [];
  const ask = async (): Promise<string> => {
    try {
      const response = await fetch(`${balancer.url}/api/v1/deployments`);
      return `${response.status} ${(await response.text()).slice(0, response.ok ? 0 : 200)}`.trim();
    } catch (error) {
      return String(error);
    }
  };
  // Limited to the concurrency that a busy machine can handle.
  let open = 0;
  const load = setInterval(() => {
    if (open >= openAtMost) return;
    open += 1;
    outcomes.push(ask().finally(() => (open -= 1)));
  }, 10);
  first.child.kill("SIGTERM");
  expect(await first.ended).toBe(0);
  const third = await startServer(readImageEntry(), first.url);
  second.child.kill("SIGTERM");
  expect(await second.ended).toBe(0);
  clearInterval(load);
  expect(new Set(await Promise.all(outcomes))).toEqual(new Set(["200"]));
  expect(outcomes.length).toBeGreaterThan(500);
  third.child.kill("SIGKILL");
  balancer.close();
});
