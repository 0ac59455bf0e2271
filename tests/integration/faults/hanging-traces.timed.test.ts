/** A trace source that hangs: when the Traces page and the health endpoint report it, and how soon both recover. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { GET as HEALTH } from "@/app/api/health/route";
import { deleteProcessState } from "@/lib/server/process-state";
import { openPageFixture, type PageFixture, type Pages } from "@/tests/support/server/page-fixture";
import { requestCount } from "@/tests/support/traces/traced-requests";

const limitMs = 5_000;

let stage: PageFixture;
beforeAll(async () => {
  stage = await openPageFixture();
});
afterEach(() => stage.jaeger.set(null));
afterAll(() => stage.close());

const loadTraces = async (): Promise<Pages["traces"]> => (await stage.load()).traces;

async function readJaegerHealth(): Promise<object | undefined> {
  const headers = { host: "localhost:3000" };
  const request = new Request("http://localhost:3000/api/health", { headers });
  const { dependencies } = await (await HEALTH(request, { params: Promise.resolve({}) })).json();
  return dependencies.find(({ kind }: { readonly kind: string }) => kind === "jaeger");
}

test.each([
  ["without earlier lists", false],
  ["with earlier lists", true],
])(
  "a Jaeger that hangs is reported within 5 s on Traces and in health, %s",
  async (_name, hasEarlierLists) => {
    await expect.poll(loadTraces).toMatchObject({ problem: null });
    // The result of a slow read is shared for some seconds.
    stage.advanceClock(0);
    if (!hasEarlierLists) deleteProcessState("traces-last-lists");
    await stage.jaeger.set({ kind: "hang" });
    const startedMs = performance.now();
    const traces = await loadTraces();
    expect(traces.problem).toMatchObject({
      code: "source-slow",
      detail: "the trace source has not responded for 4 s",
    });
    expect(traces.newest?.traces.length).toBe(hasEarlierLists ? requestCount : undefined);
    await expect.poll(readJaegerHealth).toMatchObject({
      state: "down",
      detail: expect.stringMatching(/^no response for \d s$/) as string,
    });
    expect(performance.now() - startedMs).toBeLessThan(limitMs);

    await stage.jaeger.set(null);
    const healedMs = performance.now();
    await expect.poll(loadTraces, { timeout: limitMs }).toMatchObject({ problem: null });
    await expect.poll(readJaegerHealth).not.toMatchObject({ state: "down" });
    expect(performance.now() - healedMs).toBeLessThan(limitMs);
  },
);
