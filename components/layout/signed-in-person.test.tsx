import { QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { sessionQuery } from "@/lib/client/session";
import { Account } from "./signed-in-person";

afterEach(() => vi.unstubAllGlobals());

test("a person whom a proxy signs in has no button that signs out", () => {
  const client = makeQueryClient();
  const { rerender } = render(<Account name="Ada" canSignOut={false} />, { wrapper: withQueries(client) });
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.getByText("A proxy signs you in. Sign out there.")).toBeVisible();
  rerender(<Account name="Ada" canSignOut />);
  expect(screen.getByRole("button", { name: "Sign out" })).toBeEnabled();
});

test("shows a new name as soon as the session has it, and sends no request itself", async () => {
  const send = vi.fn(() => Promise.resolve(Response.json({ person: { name: "Ada King" } })));
  vi.stubGlobal("fetch", send);
  const client = makeQueryClient();
  render(<Account name="Ada Lovelace" canSignOut />, { wrapper: withQueries(client) });
  expect(screen.getByRole("link", { name: "Ada Lovelace" })).toBeVisible();
  expect(send).not.toHaveBeenCalled();
  await client.fetchQuery(sessionQuery);
  const link = await screen.findByRole("link", { name: "Ada King" });
  expect(link).toHaveAttribute("title", "Profile of Ada King");
});

function withQueries(client: QueryClient) {
  return function Wrapper({ children }: { readonly children: ReactNode }) {
    return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
  };
}
