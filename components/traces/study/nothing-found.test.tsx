import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { noConditions } from "@/lib/client/study-url";
import { NothingFound } from "./nothing-found";

const usual = { ...noConditions, n: null, slowBy: null, slowQuantile: null, slowOverMs: null };
const reading = {
  service: "gateway",
  filteredOutCount: 0,
  startupTraceCount: 0,
  nearAttributes: [],
  nearOperations: [],
};

test("names the filters, offers to clear them, and does not suggest another window", async () => {
  const setConditions = vi.fn();
  const conditions = { ...usual, service: "gateway", operation: "nosuch", n: 500 };
  const { container } = render(<NothingFound reading={reading} pageState={{ conditions, setConditions }} />);
  expect(container.textContent).toContain(
    "No request of gateway in this window matches the filters: Traces with nosuch.",
  );
  expect(container.textContent).not.toMatch(/longer window|sampling/);
  await userEvent.click(screen.getByRole("button", { name: "Clear filters" }));
  expect(setConditions).toHaveBeenCalledWith({ ...noConditions, service: "gateway" });
});

test("suggests another window or sampling if there are no filters", () => {
  const pageState = { conditions: { ...usual, service: "gateway" }, setConditions: vi.fn() };
  const { container } = render(
    <NothingFound reading={{ ...reading, startupTraceCount: 1 }} pageState={pageState} />,
  );
  expect(container.textContent).toBe(
    "No request of gateway was found in this window. 1 server start-up trace was excluded. Choose a longer window, or check the sampling of the trace collector.",
  );
  expect(screen.queryByRole("button")).toBeNull();
});

test("suggests similar attributes and keeps the condition's value", async () => {
  const setConditions = vi.fn();
  const pageState = { conditions: { ...usual, attribute: "prompt_tokens>1000" }, setConditions };
  const near = { ...reading, filteredOutCount: 3, nearAttributes: ["gen_ai.usage.prompt_tokens"] };
  render(<NothingFound reading={near} pageState={pageState} />);
  await userEvent.click(screen.getByRole("button", { name: "gen_ai.usage.prompt_tokens" }));
  expect(setConditions).toHaveBeenCalledWith({ attribute: "gen_ai.usage.prompt_tokens>1000" });
});

test("links to another service of the deployment that has the operation", async () => {
  const setConditions = vi.fn();
  const pageState = { conditions: { ...usual, operation: "tokenize" }, setConditions };
  const near = { ...reading, operationsElsewhere: [{ service: "engine", operation: "tokenize" }] };
  const { container } = render(<NothingFound reading={near} pageState={pageState} />);
  expect(container.textContent).toContain("Another service of this deployment has this operation:");
  await userEvent.click(screen.getByRole("button", { name: "tokenize of engine" }));
  expect(setConditions).toHaveBeenCalledWith({ service: "engine", operation: "tokenize" });
});

test("names the other service that has the operation, without a contradicting sentence", () => {
  const pageState = { conditions: { ...usual, operation: "decode" }, setConditions: vi.fn() };
  const near = { ...reading, operationsElsewhere: [{ service: "engine", operation: "decode" }] };
  const { container, rerender } = render(<NothingFound reading={near} pageState={pageState} />);
  expect(container.textContent).toContain(
    "Another service of this deployment has this operation:decode of engine",
  );
  expect(container.textContent).not.toContain("Only this service was searched");
  rerender(<NothingFound reading={reading} pageState={pageState} />);
  expect(container.textContent).toContain("Only this service was searched for the operation.");
});
