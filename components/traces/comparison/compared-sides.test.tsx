import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { ComparedSide, TraceComparisonResponse } from "@/lib/contracts/traces/trace-comparison";
import { ComparedTraceSides } from "./compared-sides";

const side = (name: string): ComparedSide => ({
  label: name,
  group: "all",
  name,
  deployment: null,
  service: null,
  missingFirstTokenCount: 0,
  metricRequestCount: null,
  traceId: null,
  windows: [],
  n: 58,
  meanNs: null,
  meanRequestNs: null,
  meanPromptTokens: null,
  meanOutputTokens: null,
  meanRunningRequests: null,
  retrieval: null,
});

test("shows the threshold by the kind of group, not by its name", () => {
  const answer = {
    a: { ...side("Slowly rising load"), group: "slow" },
    b: { ...side("Other requests"), group: "rest" },
    difference: null,
    slowThreshold: { durationNs: 2_000_000_000, basis: "chosen", quantile: 0.95 },
    time: "request",
  } as unknown as TraceComparisonResponse;
  const { container } = render(<ComparedTraceSides answer={answer} />);
  expect(container).toHaveTextContent(/Request duration over 2\ss/);
  expect(container).toHaveTextContent(/Request duration up to 2\ss/);
});

test("isolates a right-to-left name, so that the count stays after it", () => {
  const answer = {
    a: side("Requests of חיפוש"),
    b: side("Requests of chat"),
    difference: null,
    slowThreshold: null,
    time: "request",
  } as unknown as TraceComparisonResponse;
  const { container } = render(<ComparedTraceSides answer={answer} />);
  expect([...container.querySelectorAll("bdi")].map(({ textContent }) => textContent)).toEqual(["חיפוש"]);
  expect(screen.getByText("Requests of chat: 58")).toBeInTheDocument();
  expect(container).toHaveTextContent("Requests of חיפוש: 58");
});
