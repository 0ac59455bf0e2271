import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { investigationsKey } from "@/lib/client/queries/investigations";
import { KeepEvidenceDialog } from "./keep-evidence-dialog";

afterEach(() => vi.unstubAllGlobals());

const window = { startMs: 1_780_000_000_000, endMs: 1_780_000_900_000 };
const chat = { number: 31, title: "Slow first tokens", deployments: [{ slug: "chat", title: "chat" }] };
const code = { number: 32, title: "Slow code", deployments: [{ slug: "code", title: "code" }] };

/** Shows the dialog for a chart of chat. The lists come in order; the last one is repeated. */
function show(lists: readonly (readonly object[])[]): ReturnType<typeof makeQueryClient> {
  let readCount = 0;
  vi.stubGlobal("fetch", (address: string) => {
    const { pathname } = new URL(address, "http://localhost");
    if (pathname.endsWith("/templates")) return Promise.resolve(Response.json({ templates: [] }));
    if (pathname.endsWith("/deployments")) return Promise.resolve(Response.json({ deployments: [] }));
    if (!pathname.endsWith("/investigations"))
      return Promise.resolve(
        Response.json({
          investigation: { step: "identify-symptoms" },
          hypotheses: [],
          rights: { canEdit: true },
        }),
      );
    const investigations = lists[Math.min(readCount, lists.length - 1)];
    readCount += 1;
    return Promise.resolve(Response.json({ asOfMs: 0, investigations, nextCursor: null, counts: {} }));
  });
  const queries = makeQueryClient();
  render(
    <QueryClientProvider client={queries}>
      <KeepEvidenceDialog
        subject={{
          question: { endpoint: "roofline", deployment: "chat", window },
          title: "Roofline of chat",
          window,
          deployment: "chat",
          opening: { kind: "chart", path: "/roofline?d=chat" },
        }}
        onClose={() => undefined}
      />
    </QueryClientProvider>,
  );
  return queries;
}

const findChoice = () => screen.findByRole("combobox", { name: "Investigation" });

test("proposes an investigation of the displayed deployment", async () => {
  show([[code, chat]]);
  expect(await findChoice()).toHaveValue("31");
});

test.each([
  ["is no longer the first of the list", [code, chat]],
  ["is no longer in the list", [code]],
])("keeps the investigation and the remark when the chosen one %s", async (_name, list) => {
  const queries = show([[chat, code], list]);
  await userEvent.type(await screen.findByLabelText("Remark"), "Slower after the deploy");
  await queries.invalidateQueries({ queryKey: investigationsKey });
  await vi.waitFor(async () => expect(await findChoice()).toHaveTextContent(/INV-32: Slow code/));
  expect(await findChoice()).toHaveValue("31");
  expect(screen.getByLabelText("Remark")).toHaveValue("Slower after the deploy");
});

test("shows when an investigation is the right tool before the form that opens one", async () => {
  show([[chat]]);
  await findChoice();
  await userEvent.click(screen.getByRole("button", { name: "Open an investigation" }));
  expect(screen.getByRole("region", { name: "Do not open an investigation when" })).toBeInTheDocument();
  expect(screen.queryByRole("form", { name: "Open investigation" })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Yes, continue" }));
  expect(await screen.findByRole("form", { name: "Open investigation" })).toBeInTheDocument();
});
