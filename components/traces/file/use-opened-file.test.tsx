import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { FileDrop } from "./file-drop";
import { skippedFilesText, useOpenedFile } from "./use-opened-file";

function Page() {
  const opened = useOpenedFile();
  const { state } = opened;
  return (
    <FileDrop fileControl={opened}>
      {state.kind === "open" ? `open: ${state.file.name}, ${state.skippedCount} others` : state.kind}
      <button type="button" onClick={opened.close}>
        Close
      </button>
    </FileDrop>
  );
}

const answer = { asOfMs: 0, format: "otlp", traces: [], traceCount: 2, drawn: null, warnings: [] };
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

test("uploads the unmodified file and shows the result until it is closed", async () => {
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

test("refuses a file that is too large without uploading it", async () => {
  const fetched = vi.fn();
  vi.stubGlobal("fetch", fetched);
  render(<Page />);
  const file = new File(["{}"], "huge.json");
  Object.defineProperty(file, "size", { value: 100 * 1_024 * 1_024 });
  choose(file);
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toMatch(
    /^huge\.json could not be opened: its size is 100\sMiB, and the limit is 64\sMiB\.$/,
  );
  expect(fetched).not.toHaveBeenCalled();
});

test("shows the server's error and ignores the response for a closed file", async () => {
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
    "notes.txt could not be opened: the file is not JSON.",
  );

  choose(new File(["{}"], "late.json"));
  expect(await screen.findByText("Reading late.json")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  arrive(Response.json(answer));
  expect(await screen.findByText(/none/)).toBeDefined();
  expect(screen.queryByText(/open: late/)).toBeNull();
});

test("opens only the first of several dropped files and counts the others", async () => {
  const fetched = vi.fn((_url: string, _init: RequestInit) => Promise.resolve(Response.json(answer)));
  vi.stubGlobal("fetch", fetched);
  render(<Page />);
  const first = new File(["{}"], "first.json");
  drop([new File([], "folder"), "folder"], [first, "file"], [new File(["{}"], "second.json"), "file"]);
  expect(await screen.findByText(/open: first\.json, 2 others/)).toBeDefined();
  expect(fetched.mock.calls.map(([, { body }]) => body)).toEqual([first]);
  expect(skippedFilesText(2)).toContain("2 other dropped files were ignored");
});

test("refuses a folder, even if only reading it fails", async () => {
  const fetched = vi.fn();
  vi.stubGlobal("fetch", fetched);
  render(<Page />);
  drop([new File([], "traces"), "folder"], [new File([], "more"), "folder"]);
  expect(await alertText()).toBe(
    "traces could not be opened: it is a folder, not a trace file. " +
      "Only one file can be open. 1 other dropped file was ignored.",
  );

  const deleted = new File(["{}"], "gone.json");
  deleted.slice = () =>
    Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new Error("NotReadableError")) });
  choose(deleted);
  expect(await screen.findByText(/gone\.json could not be opened/)).toBeDefined();
  expect(await alertText()).toMatch(
    /^gone\.json could not be opened: the browser cannot read it\. It is a folder, or /,
  );
  expect(fetched).not.toHaveBeenCalled();
});
