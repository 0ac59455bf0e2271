import { expect, test } from "vitest";
import { resolveLimits } from "@/lib/model/deployment/limits";
import type { SentencePart } from "@/lib/model/sentence";
import type { ProblemFacts } from "@/lib/model/status/problem-facts";
import { markedText } from "@/tests/support/sentence-text";
import { statuses, type StatusId } from "../statuses";
import { problemContext } from "./problem-context";

const factsOf = (status: StatusId) => ({ slug: "chat", status, limits: resolveLimits({}) });
const since = { kind: "since", atMs: 1_000_000_000, withinMs: 60_000, elapsedMs: 3_420_000 } as const;
const event = { kind: "deploy", title: "1.8.2", atMs: 999_640_000, beforeMs: 360_000 } as const;
const known: ProblemFacts = {
  since: { kind: "known", value: since },
  event: { kind: "known", value: event },
  usual: { kind: "known", value: { lower: 0.38, upper: 0.52 } },
  affected: { kind: "known", value: { lowerRatio: 0.38, upperRatio: 0.38 } },
};

test("states the start, the event before it, the usual range, the affected share and the next page", () => {
  const context = problemContext(factsOf("slow-ttft"), known)!;
  expect(markedText(context.onset)).toBe("In this state <since>, 6 min after deploy 1.8.2.");
  expect(markedText(context.usual)).toBe("Usual TTFT p95 at this hour: <0.38> to <0.52>.");
  expect(markedText(context.affected)).toBe(
    "<0.38> of the requests since then waited longer than <1> for the first token.",
  );
  expect(markedText(context.next)).toBe(
    "Next step: check the traces with the slowest first token since then.",
  );
  expect(context.missing).toEqual([]);
});

test("links the event, each measured number and the next page, from the start on", () => {
  const context = problemContext(factsOf("slow-ttft"), known)!;
  const targets = [...context.onset, ...context.next].flatMap((part) =>
    part.kind === "link" ? [part.target] : [],
  );
  expect(targets).toEqual([
    { page: "events", deployment: "chat", fromMs: event.atMs - 1_800_000 },
    { page: "traces", traceOrder: "first-token", deployment: "chat", fromMs: since.atMs },
  ]);
  const isMeasured = (part: SentencePart): boolean => part.kind === "number" && part.isLimit !== true;
  for (const part of [...context.usual, ...context.affected].filter(isMeasured))
    expect(part).toMatchObject({ signal: "ttft", deployment: "chat" });
});

test("states a share that the buckets only bound as a minimum", () => {
  const affected = { kind: "known", value: { lowerRatio: 0.2, upperRatio: 0.38 } } as const;
  const context = problemContext(factsOf("kv-pressure"), { ...known, affected })!;
  expect(markedText(context.affected)).toMatch(/^At least <0.2> of the requests/);
});

test("refers to the start only if it is known", () => {
  const unknownStart = { ...known, since: { kind: "unknown", reason: "No history." } } as const;
  expect(markedText(problemContext(factsOf("kv-pressure"), known)!.next)).toBe(
    "Next step: check the prompt length since then.",
  );
  expect(markedText(problemContext(factsOf("kv-pressure"), unknownStart)!.next)).toBe(
    "Next step: check the prompt length.",
  );
});

test("names each missing fact with its reason and states nothing instead", () => {
  const unknown = (reason: string) => ({ kind: "unknown", reason }) as const;
  const context = problemContext(factsOf("slow-ttft"), {
    since: unknown("No history."),
    event: unknown("No history."),
    usual: { kind: "learning", reason: "10 of 24 hours are known." },
    affected: { kind: "pending", reason: "The history is still being read." },
  })!;
  expect([context.onset, context.usual, context.affected]).toEqual([[], [], []]);
  expect(context.missing).toEqual([
    { label: "Start: unknown.", reason: "No history." },
    { label: "Usual range: being learned.", reason: "10 of 24 hours are known." },
    { label: "Affected share: being read.", reason: "The history is still being read.", isPending: true },
  ]);
  expect(markedText(context.next)).toBe("Next step: check the traces with the slowest first token.");
});

test("states a start without an event, and why no event is named", () => {
  const reason = "No deploy was recorded in the hour before.";
  const context = problemContext(factsOf("errors"), {
    ...known,
    event: { kind: "unknown", reason },
    affected: null,
  })!;
  expect(markedText(context.onset)).toBe("In this state <since>.");
  expect(context.missing).toEqual([{ label: "No event is known before the start.", reason }]);
});

test("does not repeat the kind of an event that its title contains", () => {
  const titled = { kind: "known", value: { ...event, title: "Deploy r48", beforeMs: 20_000 } } as const;
  const { onset } = problemContext(factsOf("slow-ttft"), { ...known, event: titled })!;
  expect(markedText(onset)).toBe("In this state <since>, right after Deploy r48.");
});

test("every problem has a next page, and no other status has a context", () => {
  for (const { id, tone } of statuses) {
    const context = problemContext(factsOf(id), known);
    expect(context === undefined, id).toBe(tone !== "bad");
    expect(context === undefined || context.next.length > 0, id).toBe(true);
  }
});
