import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { noConditions } from "../study/trace-conditions";
import { EmptyTraceList } from "./empty-trace-list";

const usual = { ...noConditions, n: null, slow: null, q: null, over: null };
const reading = {
  service: "gateway",
  limit: 100,
  requested: 100,
  returned: 0,
  isTruncated: false,
  durationMinMs: null,
  durationMinSource: null,
  sentQuery: null,
  filteredOut: 0,
  truncationReason: null,
  nearAttributes: [],
  nearOperations: [],
};

test("a mistyped operation leads to the one that was meant; the window is not blamed", async () => {
  const setConditions = vi.fn();
  const room = { conditions: { ...usual, op: "tokenise_input" }, setConditions };
  const near = { ...reading, nearOperations: ["tokenize_input"] };
  const { container } = render(<EmptyTraceList reading={near} pageState={room} />);
  expect(container.textContent).toContain(
    "No trace of gateway lies in this window that meets the conditions. An operation is looked for in this service alone.",
  );
  expect(container.textContent).toContain("No trace looked at has that operation of gateway. Did you mean");
  expect(container.textContent).not.toMatch(/longer window|sampling/);
  await userEvent.click(screen.getByRole("button", { name: "tokenize_input" }));
  expect(setConditions).toHaveBeenCalledWith({ op: "tokenize_input" });
  await userEvent.click(screen.getByRole("button", { name: "Clear conditions" }));
  expect(setConditions).toHaveBeenLastCalledWith(noConditions);
});

test("without conditions the window and its sampling are what can be changed", () => {
  const room = { conditions: usual, setConditions: vi.fn() };
  const { container } = render(
    <EmptyTraceList reading={{ ...reading, durationMinMs: 250 }} pageState={room} />,
  );
  expect(container.textContent).toBe(
    "No trace of gateway lies in this window above that duration. Choose a longer window, or look at the sampling of its collector.",
  );
  expect(screen.queryByRole("button")).toBeNull();
});

test("an operation that another service has is told with that service, and nothing beside it says less", () => {
  const room = { conditions: { ...usual, op: "decode" }, setConditions: vi.fn() };
  const near = { ...reading, operationsElsewhere: [{ service: "engine", operation: "decode" }] };
  const { container } = render(<EmptyTraceList reading={near} pageState={room} />);
  expect(container.textContent).toContain("Another service of this deployment has it:decode of engine");
  expect(container.textContent).not.toContain("in this service alone");
});
