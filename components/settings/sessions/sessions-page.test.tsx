import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { SessionsPage } from "./sessions-page";

afterEach(() => vi.unstubAllGlobals());

test.each([
  ["proxy", "A proxy signs you in. Sign out there."],
  ["demo", "The demo signs every visitor in."],
  ["token", "An API token has no session."],
  ["none", "No sign-in is needed on this machine."],
])("states how the caller signs in: %s", async (signInKind, text) => {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ asOfMs: 0, signInKind, sessions: [] })));
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <SessionsPage />
    </QueryClientProvider>,
  );
  await screen.findByText(text.slice(0, text.indexOf(".") + 1));
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent(text);
});
