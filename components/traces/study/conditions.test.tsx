import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { Conditions } from "./conditions";
import { noConditions } from "@/lib/client/study-url";

vi.mock("next/navigation", () => ({ useSearchParams: () => new URLSearchParams("n=7") }));

const usual = { ...noConditions, n: null, slowBy: null, slowQuantile: null, slowOverMs: null };
const services = ["gateway", "engine"];

test("applies all fields of the form together and names invalid filters of the link", async () => {
  const setConditions = vi.fn();
  render(<Conditions pageState={{ conditions: usual, setConditions, services }} />);
  expect(screen.getByText("All traces")).toBeDefined();
  expect(screen.getByText("n").closest("output")?.textContent).toMatch(
    /invalid filters, which were ignored: n\./,
  );
  await userEvent.click(screen.getByText("All traces"));
  expect(screen.queryByRole("button", { name: "Clear all" })).toBeNull();
  await userEvent.selectOptions(screen.getByLabelText("Service"), "engine");
  await userEvent.type(screen.getByLabelText("Min. duration, ms"), "250");
  await userEvent.type(screen.getByLabelText("Attribute =, > or <= value"), "tenant=north");
  await userEvent.click(screen.getByLabelText("Errors only"));
  await userEvent.selectOptions(screen.getByLabelText("Max. traces"), "5,000");
  await userEvent.click(screen.getByRole("button", { name: "Apply" }));
  expect(setConditions).toHaveBeenCalledWith({
    service: "engine",
    operation: null,
    minMs: 250,
    maxMs: null,
    errors: "true",
    attribute: "tenant=north",
    n: 5_000,
  });
});

test("shows the filters in one line and clears them with one button", async () => {
  const setConditions = vi.fn();
  render(
    <Conditions
      pageState={{ conditions: { ...usual, operation: "decode", n: 500 }, setConditions, services }}
      hasTraceLimit={false}
    />,
  );
  await userEvent.click(screen.getByText("Traces with decode"));
  expect(screen.queryByLabelText("Max. traces")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Apply" }));
  // The list form has no limit field, so the limit stays unchanged.
  expect(setConditions).toHaveBeenCalledWith({ ...noConditions, operation: "decode" });
  await userEvent.click(screen.getByRole("button", { name: "Clear all" }));
  expect(setConditions).toHaveBeenCalledWith(noConditions);
});
