import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { checkSum, TtftBar } from "./ttft-bar";

const ms = 1_000_000;
const parts = {
  phases: [
    { phase: "gateway", ns: 18 * ms },
    { phase: "unexplained", ns: 72 * ms },
    { phase: "queue", ns: 1_840 * ms },
    { phase: "prefill", ns: 660 * ms },
  ],
  sumNs: 2_590 * ms,
  reportedNs: 2_590 * ms,
  client: null,
} as const;
const told = (element: HTMLElement): string => (element.textContent ?? "").replaceAll("\u202f", " ");

test("phases stand in order of time with their share, the unexplained among them, and their sum", () => {
  render(<TtftBar ttft={{ ...parts, phases: [...parts.phases] }} request={null} />);
  const bar = screen.getByRole("region", { name: "TTFT by phase" });
  expect(within(bar).getAllByRole("term").map(told)).toEqual([
    "gateway",
    "unexplained",
    "queue",
    "prefill",
    "sum",
  ]);
  expect(within(bar).getAllByRole("definition").map(told)).toEqual([
    "18.0 0.7 %",
    "72.0 2.8 %",
    "1,840 71.0 %",
    "660 25.5 %",
    "2,590 ms",
  ]);
  expect(told(bar)).toContain("adds up to the 2.59 s from the request's start to the engine's first token");
});

test("without a told first token the whole request stands there, and that is said", () => {
  render(<TtftBar ttft={null} request={{ ...parts, phases: [...parts.phases] }} />);
  const bar = screen.getByRole("region", { name: "Request time by phase" });
  expect(told(bar)).toContain("no span reports the first token");
  expect(told(bar)).toContain("adds up to the 2.59 s of the root");
});

test.each([
  [
    { clientNs: 2_600 * ms, differenceNs: 10 * ms, agrees: true },
    true,
    "adds up to the 2.6 s the client saw",
  ],
  [
    { clientNs: 2_900 * ms, differenceNs: 310 * ms, agrees: false },
    false,
    "adds up to 2.59 s; the client saw 2.9 s, 310 ms more",
  ],
])("the sum is held against the client's figure", (client, holds, words) => {
  const said = checkSum({ ...parts, phases: [...parts.phases], client }, true);
  expect([said.isConsistent, said.text.replaceAll("\u202f", " ")]).toEqual([holds, words]);
});

test("a sum that does not hold says so", () => {
  const said = checkSum({ ...parts, phases: [...parts.phases], reportedNs: 3_000 * ms }, true);
  expect(said.isConsistent).toBe(false);
  expect(said.text).toMatch(/^adds up to 2\.59\ss, not the 3\ss from the request's start/);
});
