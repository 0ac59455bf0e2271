import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { FileDrop } from "./file-drop";
import { skippedFilesText, useOpenedFile } from "./use-opened-file";

function Page() {
  const opened = useOpenedFile();
  const { state } = opened;
  return (
    <FileDrop opened={opened}>
      {state.kind === "open" ? `open: ${state.file.name}, ${state.skippedCount} others` : state.kind}
      <button type="button" onClick={opened.close}>
        Close
      </button>
    </FileDrop>
  );
}

const answer = { asOfMs: 0, format: "otlp", traces: [], total: 2, drawn: null, warnings: [] };
const choose = (file: File): void => {
  fireEvent.change(screen.getByLabelText("Trace file"), { target: { files: [file] } });
};

const page = (): HTMLElement => screen.getByRole("button", { name: "Close" }).parentElement!;
const drop = (...dropped: readonly (readonly [File, "file" | "folder"])[]): void => {
  const items = dropped.map(([, kind]) => ({
    kind: "file",
    webkitGetAsEntry: () => ({ isDirectory: kind === "folder" }),
  }));
  fireEvent.drop(page(), { dataTransfer: { files: dropped.map(([file]) => file), items } });
};
const alertText = async (): Promise<string | null> => (await screen.findByRole("alert")).textContent;

afterEach(() => {
  vi.unstubAllGlobals();
});

test("a file is sent as it is, and what came is shown until it is closed", async () => {
  const sent: RequestInit[] = [];
  vi.stubGlobal("fetch", (_url: string, init: RequestInit) => {
    sent.push(init);
    return Promise.resolve(Response.json(answer));
  });
  render(<Page />);
  const file = new File(["{}"], "traces.json");
  choose(file);
  expect(await screen.findByText(/open: traces\.json/)).toBeDefined();
  expect(sent[0]).toMatchObject({ method: "POST", body: file });
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.getByText(/none/)).toBeDefined();
});

test("a file that is too large is refused before it is sent", async () => {
  const fetched = vi.fn();
  vi.stubGlobal("fetch", fetched);
  render(<Page />);
  const file = new File(["{}"], "huge.json");
  Object.defineProperty(file, "size", { value: 100 * 1_024 * 1_024 });
  choose(file);
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toMatch(
    /^huge\.json was not opened: it has 100\sMiB, and at most 64\sMiB are read\.$/,
  );
  expect(fetched).not.toHaveBeenCalled();
});

test("what a server says of a file is told, and a file closed meanwhile is not opened after all", async () => {
  let arrive: (response: Response) => void = () => undefined;
  vi.stubGlobal(
    "fetch",
    () =>
      new Promise<Response>((resolve) => {
        arrive = resolve;
      }),
  );
  render(<Page />);
  choose(new File(["hello"], "notes.txt"));
  expect(await screen.findByText("Reading notes.txt")).toBeDefined();
  arrive(Response.json({ detail: "the file is not JSON" }, { status: 400 }));
  expect((await screen.findByRole("alert")).textContent).toContain(
    "notes.txt was not opened: the file is not JSON.",
  );

  choose(new File(["{}"], "late.json"));
  expect(await screen.findByText("Reading late.json")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  arrive(Response.json(answer));
  expect(await screen.findByText(/none/)).toBeDefined();
  expect(screen.queryByText(/open: late/)).toBeNull();
});

test("of several files dropped the first alone is opened, and the others are counted", async () => {
  const fetched = vi.fn((_url: string, _init: RequestInit) => Promise.resolve(Response.json(answer)));
  vi.stubGlobal("fetch", fetched);
  render(<Page />);
  const first = new File(["{}"], "first.json");
  drop([new File([], "folder"), "folder"], [first, "file"], [new File(["{}"], "second.json"), "file"]);
  expect(await screen.findByText(/open: first\.json, 2 others/)).toBeDefined();
  expect(fetched.mock.calls.map(([, { body }]) => body)).toEqual([first]);
  expect(skippedFilesText(2)).toContain("the 2 others that were dropped with it were left");
});

test("a folder is refused as one, also where only reading tells that it cannot be read", async () => {
  const fetched = vi.fn();
  vi.stubGlobal("fetch", fetched);
  render(<Page />);
  drop([new File([], "traces"), "folder"], [new File([], "more"), "folder"]);
  expect(await alertText()).toBe(
    "traces was not opened: it is a folder, and a file of traces is wanted. " +
      "Only one file can be open. The other dropped file was ignored.",
  );

  const gone = new File(["{}"], "gone.json");
  gone.slice = () =>
    Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new Error("NotReadableError")) });
  choose(gone);
  expect(await screen.findByText(/gone\.json was not opened/)).toBeDefined();
  expect(await alertText()).toMatch(
    /^gone\.json was not opened: this browser cannot read it: it is a folder, or /,
  );
  expect(fetched).not.toHaveBeenCalled();
});
