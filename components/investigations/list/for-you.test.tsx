import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import type { ForYouResponse } from "@/lib/contracts/investigations/people";
import { ForYou } from "./for-you";

afterEach(() => vi.unstubAllGlobals());

const asOfMs = 1_795_000_000_000;
const nothing: ForYouResponse = {
  asOfMs,
  mentions: [],
  approvals: [],
  due: [],
  owned: [],
  participating: [],
  opened: [],
};

function show(response: ForYouResponse): void {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(response)));
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <ForYou />
    </QueryClientProvider>,
  );
}

test("a change that waits for approval names the experiment, the factor and its proposer, with a link to step 6", async () => {
  show({
    ...nothing,
    approvals: [
      {
        experimentId: "x",
        number: 31,
        title: "TTFT p95 of chat doubled",
        experiment: 2,
        factor: { path: "engine.flags.max_num_seqs", from: "256", to: "64" },
        author: "Mara Lindqvist",
        atMs: asOfMs - 60_000,
      },
    ],
  });
  const approvals = await screen.findByRole("region", { name: "Approvals" });
  expect(approvals).toHaveTextContent("X2, adopted by Mara Lindqvist");
  expect(approvals).toHaveTextContent("engine.flags.max_num_seqs");
  expect(within(approvals).getByRole("link", { name: "X2" })).toHaveAttribute(
    "href",
    "/investigations/INV-31?step=optimise",
  );
});

test("a person without investigations reads which ones are listed", async () => {
  show(nothing);
  expect(await screen.findByText(/No open investigations/)).toHaveTextContent(
    "a change that you may approve",
  );
});

test("a mention is formatted as in the timeline", async () => {
  const mention = {
    entryId: "e",
    number: 31,
    title: "Slow",
    text: "Use **64**",
    author: "Mara",
    atMs: asOfMs,
  };
  show({ ...nothing, mentions: [mention] });
  const mentions = await screen.findByRole("region", { name: "Mentions" });
  expect((await within(mentions).findByText("64")).tagName).toBe("STRONG");
});
