import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { SourceNotes } from "./source-notes";

afterEach(() => vi.unstubAllGlobals());

function show(notes: readonly (string | null)[]) {
  const sources = notes.map((note, index) => ({
    slug: `source-${index}`,
    title: `Source ${index}`,
    note,
    health: { kind: "up" },
  }));
  const answer = vi.fn(() => Promise.resolve(Response.json({ sources, database: { state: "up" } })));
  vi.stubGlobal("fetch", answer);
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <SourceNotes />
    </QueryClientProvider>,
  );
  return answer;
}

test("shows each note with the name of its source", async () => {
  show(["Loading history: 9 of 14 days.", null, "Starting: building Jaeger, 2 min of about 4 min."]);
  const notes = await screen.findAllByRole("status");
  expect(notes.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining("Loading history: 9 of 14 days."),
    expect.stringContaining("Starting: building Jaeger, 2 min of about 4 min."),
  ]);
  expect(notes[0]).toHaveTextContent(/^Source 0: /);
});

test("renders nothing without notes", async () => {
  const answer = show([null]);
  await vi.waitFor(() => expect(answer).toHaveBeenCalled());
  expect(screen.queryByRole("complementary", { name: "Source notes" })).toBeNull();
});
