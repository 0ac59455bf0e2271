import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { DataCheckResponse } from "@/lib/contracts/data-check";
import { DataCheckEvidence } from "./data-check-evidence";
import { createDataCheckSubject } from "./data-check-subject";

const check: DataCheckResponse = {
  asOfMs: 1_780_000_300_000,
  deployment: { slug: "chat", title: "Chat" },
  engine: { id: "vllm", title: "vLLM" },
  attachments: [],
  rows: [
    {
      signal: "running",
      outcome: "with-data",
      reason: null,
      detail: "",
      howToEnable: null,
      value: 3,
      caveat: null,
      queries: [],
    },
    {
      signal: "waiting",
      outcome: "without-data",
      reason: "metric-absent",
      detail: "The engine does not expose the metric.",
      howToEnable: null,
      value: null,
      caveat: null,
      queries: [],
    },
  ],
};

test("draws the signals with and without data, with the reason", () => {
  render(<DataCheckEvidence data={{ endpoint: "data-check", check }} />);
  expect(screen.getByText(/Chat: 1 of 2 signals has data\./)).toBeInTheDocument();
  expect(screen.getByRole("listitem", { name: "Running requests" })).toHaveTextContent("has data");
  expect(screen.getByRole("link", { name: "Running requests" })).toHaveAttribute(
    "href",
    "/signals?d=chat&from=1780000000000&to=1780000300000#signal-running",
  );
  expect(screen.getByRole("listitem", { name: "Waiting requests" })).toHaveTextContent(
    "The engine does not expose the metric.",
  );
});

test("is kept with the five minutes that the check reads", () => {
  expect(createDataCheckSubject(check)).toMatchObject({
    question: { endpoint: "data-check", deployment: "chat" },
    window: { startMs: 1_780_000_000_000, endMs: 1_780_000_300_000 },
    opening: { kind: "chart", path: "/settings/data-check?d=chat" },
  });
});
