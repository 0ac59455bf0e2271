import { afterEach, expect, test, vi } from "vitest";
import type { SignalsRequest, SignalsResponse } from "@/lib/contracts/signals";
import { signalsContract } from "@/lib/contracts/signals";
import { fetchPanels, type KeyedQuestion } from "./signals";

afterEach(() => vi.unstubAllGlobals());

const questions = (count: number): readonly KeyedQuestion[] =>
  Array.from({ length: count }, (_, index) => ({
    key: `panel-${index}`,
    question: {
      v: 1,
      signals: ["ttft"],
      statistics: ["p95"],
      scope: { deployment: "chat" },
      window: { from: "now-1h", to: "now" },
    },
  }));

/** Fake endpoint that validates the body by the contract. */
function standIn(): number[] {
  const sizes: number[] = [];
  vi.stubGlobal("fetch", async (_address: string, { body }: { readonly body: string }) => {
    const request = signalsContract.body.parse(JSON.parse(body)) as SignalsRequest;
    sizes.push(request.questions.length);
    const panels = request.questions.map(({ key }) => ({ key, state: "pending", elapsedMs: 0 }) as const);
    return Response.json({ asOfMs: sizes.length, panels } satisfies SignalsResponse);
  });
  return sizes;
}

test("splits the panels into as few requests as possible and returns an outcome for each", async () => {
  const sizes = standIn();
  const { outcomes, serverNowMs } = await fetchPanels(questions(44), new AbortController().signal);
  expect([...outcomes.keys()]).toEqual(questions(44).map(({ key }) => key));
  expect(sizes).toEqual([22, 22]);
  expect(serverNowMs).toBe(2);
});

test("sends one request if the panels fit", async () => {
  const sizes = standIn();
  await fetchPanels(questions(40), new AbortController().signal);
  expect(sizes).toEqual([40]);
});
