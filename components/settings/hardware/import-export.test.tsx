import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { ImportExport } from "./import-export";

const imported = {
  asOfMs: 0,
  entries: [{ kind: "accelerator", id: "lab-card", outcome: "added", detail: "" }],
};
const file = (name: string) => new File(["{}"], name, { type: "application/json" });

afterEach(() => {
  vi.unstubAllGlobals();
});

test("clears the results of the previous file when the next import fails", async () => {
  const answers = [
    () => Response.json(imported),
    () => Response.json({ code: "bad-request", title: "Refused", detail: "no tables" }, { status: 400 }),
  ];
  vi.stubGlobal("fetch", () => Promise.resolve(answers.shift()?.()));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ImportExport onWritten={() => Promise.resolve()} />
    </QueryClientProvider>,
  );
  const chosen = screen.getByLabelText("File to import");
  await userEvent.upload(chosen, file("first.json"));
  expect(await screen.findByRole("list", { name: "Import results" })).toHaveTextContent("lab-card: added");
  await userEvent.upload(chosen, file("second.json"));
  expect(await screen.findByRole("alert")).toHaveTextContent("No tables");
  expect(screen.queryByRole("list", { name: "Import results" })).toBeNull();
});
