import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Command } from "cmdk";
import { afterEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { InvestigationItems } from "./investigation-items";

afterEach(() => vi.unstubAllGlobals());

test("finds investigations with one request for a quickly typed word, and opens the chosen one", async () => {
  const texts: (string | null)[] = [];
  vi.stubGlobal("fetch", (address: string) => {
    texts.push(new URL(address, "http://localhost").searchParams.get("text"));
    const investigations = [{ number: 5, title: "Slow first tokens", state: "active" }];
    return Promise.resolve(Response.json({ asOfMs: 0, investigations, counts: {}, nextCursor: null }));
  });
  const opened: number[] = [];
  const client = makeQueryClient();
  const createItems = (text: string) => (
    <QueryClientProvider client={client}>
      <Command>
        <InvestigationItems text={text} onOpen={(number) => opened.push(number)} />
      </Command>
    </QueryClientProvider>
  );
  const { rerender } = render(createItems("I"));
  for (const text of ["IN", "INV", "INV-", "INV-5"]) rerender(createItems(text));
  const option = await screen.findByRole("option", { name: /^INV-5\s*Slow first tokens\s*Active$/ });
  await userEvent.setup().click(option);
  expect([texts, opened]).toEqual([["INV-5"], [5]]);
});
