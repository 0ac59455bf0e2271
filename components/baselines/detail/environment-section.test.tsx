import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { EnvironmentSection } from "./environment-section";

test("a measured clock is a median of the window, and other values have their origin", () => {
  const environment = {
    "gpu.clockMhz": { value: "1980", origin: "observed" as const },
    "engine.name": { value: "vllm", origin: "observed" as const },
    "gpu.model": { value: "H100", origin: "info-metric" as const },
  };
  render(<EnvironmentSection environment={environment} asOfMs={0} />);
  const rowOf = (path: string) => screen.getByText(path).closest("tr");
  expect(rowOf("gpu.clockMhz")).toHaveTextContent(/1980.*median of the window/);
  expect(rowOf("engine.name")).toHaveTextContent(/vllm.*discovered/);
  expect(rowOf("gpu.model")).toHaveTextContent(/H100.*info metric/);
});
