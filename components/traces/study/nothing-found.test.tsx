import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { noConditions } from "./trace-conditions";
import { NothingFound } from "./nothing-found";

const usual = { ...noConditions, n: null, slow: null, q: null, over: null };
const reading = {
  service: "gateway",
  filteredOut: 0,
  startupTraces: 0,
  nearAttributes: [],
  nearOperations: [],
};

test("conditions that nothing meets are named and can be dropped; the window is not blamed", async () => {
  const setConditions = vi.fn();
  const conditions = { ...usual, svc: "gateway", op: "nosuch", n: 500 };
  const { container } = render(<NothingFound reading={reading} pageState={{ conditions, setConditions }} />);
  expect(container.textContent).toContain(
    "No request of gateway in this window meets the conditions. Asked for: Traces with nosuch.",
  );
  expect(container.textContent).not.toMatch(/longer window|sampling/);
  await userEvent.click(screen.getByRole("button", { name: "Clear conditions" }));
  expect(setConditions).toHaveBeenCalledWith({ ...noConditions, svc: "gateway" });
});

test("without conditions the window and its sampling are what can be changed", () => {
  const room = { conditions: { ...usual, svc: "gateway" }, setConditions: vi.fn() };
  const { container } = render(<NothingFound reading={{ ...reading, startupTraces: 1 }} pageState={room} />);
  expect(container.textContent).toBe(
    "No request of gateway lies in this window. 1 trace of a server's start, which is no request. Choose a longer window, or look at the sampling of its collector.",
  );
  expect(screen.queryByRole("button")).toBeNull();
});

test("an attribute that no trace has leads to the ones named like it, with what was asked of it", async () => {
  const setConditions = vi.fn();
  const room = { conditions: { ...usual, attr: "prompt_tokens>1000" }, setConditions };
  const near = { ...reading, filteredOut: 3, nearAttributes: ["gen_ai.usage.prompt_tokens"] };
  render(<NothingFound reading={near} pageState={room} />);
  await userEvent.click(screen.getByRole("button", { name: "gen_ai.usage.prompt_tokens" }));
  expect(setConditions).toHaveBeenCalledWith({ attr: "gen_ai.usage.prompt_tokens>1000" });
});

test("an operation of another of the deployment's services leads there", async () => {
  const setConditions = vi.fn();
  const room = { conditions: { ...usual, op: "tokenize" }, setConditions };
  const near = { ...reading, operationsElsewhere: [{ service: "engine", operation: "tokenize" }] };
  const { container } = render(<NothingFound reading={near} pageState={room} />);
  expect(container.textContent).toContain("Another service of this deployment has it:");
  await userEvent.click(screen.getByRole("button", { name: "tokenize of engine" }));
  expect(setConditions).toHaveBeenCalledWith({ svc: "engine", op: "tokenize" });
});

test("an operation that another service has is told with that service, and nothing beside it says less", () => {
  const room = { conditions: { ...usual, op: "decode" }, setConditions: vi.fn() };
  const near = { ...reading, operationsElsewhere: [{ service: "engine", operation: "decode" }] };
  const { container, rerender } = render(<NothingFound reading={near} pageState={room} />);
  expect(container.textContent).toContain("Another service of this deployment has it:decode of engine");
  expect(container.textContent).not.toContain("in this service alone");
  rerender(<NothingFound reading={reading} pageState={room} />);
  expect(container.textContent).toContain("An operation is looked for in this service alone.");
});
