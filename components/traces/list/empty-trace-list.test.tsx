import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { noConditions } from "@/lib/client/study-url";
import { EmptyTraceList } from "./empty-trace-list";

const usual = { ...noConditions, n: null, slowBy: null, slowQuantile: null, slowOverMs: null };
const reading = {
  service: "gateway",
  maxTraces: 100,
  requestedCount: 100,
  returnedCount: 0,
  isTruncated: false,
  durationMinMs: null,
  durationMinSource: null,
  sentQuery: null,
  filteredOutCount: 0,
  truncationReason: null,
  nearAttributes: [],
  nearOperations: [],
};

test("suggests a similar operation and does not suggest another window", async () => {
  const setConditions = vi.fn();
  const pageState = { conditions: { ...usual, operation: "tokenise_input" }, setConditions };
  const near = { ...reading, nearOperations: ["tokenize_input"] };
  const { container } = render(<EmptyTraceList reading={near} pageState={pageState} />);
  expect(container.textContent).toContain(
    "No trace of gateway that matches the filters was found in this window. Only this service was searched for the operation.",
  );
  expect(container.textContent).toContain(
    "In the searched traces, gateway has no operation with this name. Did you mean:",
  );
  expect(container.textContent).not.toMatch(/longer window|sampling/);
  await userEvent.click(screen.getByRole("button", { name: "tokenize_input" }));
  expect(setConditions).toHaveBeenCalledWith({ operation: "tokenize_input" });
  await userEvent.click(screen.getByRole("button", { name: "Clear filters" }));
  expect(setConditions).toHaveBeenLastCalledWith(noConditions);
});

test("suggests another window or sampling if there are no filters", () => {
  const pageState = { conditions: usual, setConditions: vi.fn() };
  const { container } = render(
    <EmptyTraceList reading={{ ...reading, durationMinMs: 250 }} pageState={pageState} />,
  );
  expect(container.textContent).toBe(
    "No trace of gateway above the duration limit was found in this window. Choose a longer window, or check the sampling of the trace collector.",
  );
  expect(screen.queryByRole("button")).toBeNull();
});

test("names the other service that has the operation, without a contradicting sentence", () => {
  const pageState = { conditions: { ...usual, operation: "decode" }, setConditions: vi.fn() };
  const near = { ...reading, operationsElsewhere: [{ service: "engine", operation: "decode" }] };
  const { container } = render(<EmptyTraceList reading={near} pageState={pageState} />);
  expect(container.textContent).toContain(
    "Another service of this deployment has this operation:decode of engine",
  );
  expect(container.textContent).not.toContain("Only this service was searched");
});
