/** Tests a form of the kit with two users, invalid input and failing responses. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import Link from "next/link";
import { expect, test, vi } from "vitest";
import { NetworkError, ProblemError } from "@/lib/client/fetch-json";
import type { Problem } from "@/lib/model/problem";
import { nonEmpty, positiveNumber, textField, z } from "./field-schemas";
import { ChoiceField, LinesField, TextField } from "./fields";
import { Form } from "./form";
import { OpenFormProvider, useOpenForm } from "./leave-form";
import { useSavedForm, type FormDraft, type StoredVersion, type FormSubmission } from "./use-saved-form";

const schema = z.object({
  title: textField(nonEmpty("Enter a title.")),
  memoryBytes: textField(positiveNumber({ unit: 1e9 })),
  kind: textField(nonEmpty()),
  note: textField(nonEmpty()),
});
type Values = { readonly [N in "title" | "memoryBytes" | "kind" | "note"]: string };
type Body = Omit<Values, "memoryBytes"> & { readonly memoryBytes: number };

const values: Values = { title: "chat", memoryBytes: "80", kind: "gpu", note: "first" };
const empty: Values = { title: "", memoryBytes: "", kind: "", note: "" };

interface Example {
  readonly stored: StoredVersion<Values>;
  readonly draft?: FormDraft<Values>;
  readonly save?: (submission: FormSubmission<Body>) => Promise<unknown>;
  readonly onSaved?: () => void;
  readonly onCancel?: () => void;
  readonly onClose?: (draft: FormDraft<Values>) => void;
}

function ExampleForm({
  save = async () => null,
  onSaved = vi.fn(),
  onCancel = vi.fn(),
  ...options
}: Example) {
  const form = useSavedForm({ schema, save, onSaved, refetch: async () => null, ...options });
  return (
    <Form form={form} label="Example" takesFocus onCancel={onCancel}>
      <TextField form={form} name="title" label="Title" hint="One line" />
      <TextField form={form} name="memoryBytes" label="Memory, GB" />
      <ChoiceField
        form={form}
        name="kind"
        label="Kind"
        options={[
          ["gpu", "GPU"],
          ["tpu", "TPU"],
        ]}
      />
      <LinesField form={form} name="note" label="Note" />
    </Form>
  );
}

function show(example: Example) {
  const client = new QueryClient();
  const page = (props: Example) => (
    <QueryClientProvider client={client}>
      <ExampleForm {...props} />
      <Link href="/elsewhere">Elsewhere</Link>
    </QueryClientProvider>
  );
  const { rerender, unmount } = render(page(example));
  return { show: (props: Partial<Example>) => rerender(page({ ...example, ...props })), unmount };
}

const title = () => screen.getByLabelText("Title");
const save = () => userEvent.click(screen.getByRole("button", { name: "Save" }));
const retype = async (label: string, text: string): Promise<void> => {
  await userEvent.clear(screen.getByLabelText(label));
  await userEvent.type(screen.getByLabelText(label), text);
};

function problem(parts: Partial<Problem>): ProblemError {
  const { code = "invalid-input", title = "Invalid request", detail = "body title: is taken" } = parts;
  return new ProblemError({ type: "", code, title, status: 400, detail, next: "", requestId: "r", ...parts });
}

test("focuses the first field, and sends the body with the changed fields and the version", async () => {
  const sent: FormSubmission<Body>[] = [];
  const onSaved = vi.fn();
  show({ stored: { version: 3, values }, save: async (one) => sent.push(one), onSaved });
  expect(title()).toHaveFocus();
  await retype("Memory, GB", "96{Enter}");
  expect(sent).toMatchObject([
    { body: { title: "chat", memoryBytes: 96e9, kind: "gpu" }, changes: { memoryBytes: 96e9 }, version: 3 },
  ]);
  expect(Object.keys(sent[0]!.changes)).toEqual(["memoryBytes"]);
  expect(onSaved).toHaveBeenCalledOnce();
});

test("shows each error next to its field, and focuses the first invalid field", async () => {
  const send = vi.fn();
  show({ stored: { version: 1, values }, save: send });
  await userEvent.clear(title());
  expect(screen.queryByRole("alert")).toBeNull();
  await retype("Memory, GB", "much");
  await save();
  expect(title()).toBeInvalid();
  expect(title()).toHaveAccessibleDescription("Enter a title. One line");
  expect(title()).toHaveFocus();
  expect(screen.getByLabelText("Memory, GB")).toHaveAccessibleDescription("must be a number above 0");
  expect(screen.queryByRole("region", { name: "Errors" })).toBeNull();
  expect(send).not.toHaveBeenCalled();
  await userEvent.type(title(), "x");
  expect(title()).toBeValid();
});

test("lists many invalid fields, and focuses a listed field", async () => {
  show({ stored: { version: null, values: empty } });
  await save();
  const errors = screen.getByRole("region", { name: "Errors" });
  expect(errors).toHaveTextContent("4 fields are invalid.");
  await userEvent.click(within(errors).getByRole("button", { name: "Note" }));
  expect(screen.getByLabelText("Note")).toHaveFocus();
});

test("shows the server's error next to its field, and other errors above the buttons", async () => {
  const failures = [
    problem({ errors: [{ pointer: "#/memoryBytes", detail: "is too small" }] }),
    problem({ code: "conflict", title: "Conflict", detail: "the table is full", next: "Remove a row." }),
    new NetworkError("The server does not respond"),
  ];
  show({ stored: { version: 1, values }, save: () => Promise.reject(failures.shift()!) });
  await save();
  expect(screen.getByLabelText("Memory, GB")).toHaveAccessibleDescription("is too small");
  expect(screen.getByLabelText("Memory, GB")).toHaveFocus();
  expect(screen.getAllByRole("alert")).toHaveLength(1);
  await save();
  expect(screen.getByRole("alert")).toHaveTextContent("Conflict. The table is full. Remove a row.");
  await save();
  expect(screen.getByRole("alert")).toHaveTextContent("Not saved. The server does not respond. Try again.");
});

test("repeats the idempotency key until an attempt is confirmed", async () => {
  const keys: string[] = [];
  let isDown = true;
  const send = async ({ idempotencyKey }: FormSubmission<Body>): Promise<void> => {
    keys.push(idempotencyKey);
    if (isDown) throw new NetworkError("down");
  };
  show({ stored: { version: null, values }, save: send });
  await save();
  isDown = false;
  await save();
  await save();
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

const theirs = { version: 2, values: { ...values, title: "theirs", kind: "tpu" } };

/** Edits title and memory while another user saves a new title and kind. */
async function conflict(): Promise<readonly FormSubmission<Body>[]> {
  const sent: FormSubmission<Body>[] = [];
  const send = async (one: FormSubmission<Body>): Promise<void> => {
    sent.push(one);
    if (one.version < 2) throw problem({ code: "precondition-failed" });
  };
  const page = show({ stored: { version: 1, values }, save: send });
  await retype("Title", "mine");
  await retype("Memory, GB", "96");
  await save();
  page.show({ stored: theirs, save: send });
  return sent;
}

const dialog = () => screen.findByRole("dialog", { name: "Changed in the meantime" });

test("shows both versions of a conflict, and keeps mine without losing their other fields", async () => {
  const sent = await conflict();
  const rows = within(await dialog()).getAllByRole("row");
  expect(rows.map((row) => row.textContent)).toEqual([
    "FieldMineTheirs",
    "Titleminetheirs",
    "Memory, GB9680",
    "Kindnot changedTPU",
  ]);
  await userEvent.click(screen.getByRole("button", { name: "Keep mine" }));
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toMatchObject({
    version: 2,
    body: { title: "mine", memoryBytes: 96e9, kind: "tpu" },
    changes: { title: "mine", memoryBytes: 96e9 },
  });
});

test("takes theirs, and restores my input afterwards", async () => {
  const sent = await conflict();
  await dialog();
  await userEvent.click(screen.getByRole("button", { name: "Take theirs" }));
  expect(title()).toHaveValue("theirs");
  expect(screen.getByLabelText("Memory, GB")).toHaveValue("80");
  await userEvent.click(screen.getByRole("button", { name: "Restore my input" }));
  expect(title()).toHaveValue("mine");
  expect(screen.getByLabelText("Memory, GB")).toHaveValue("96");
  await save();
  expect(sent.at(-1)).toMatchObject({ version: 2, changes: { title: "mine" } });
});

test("reports the conflict again if it was not decided", async () => {
  const sent = await conflict();
  await dialog();
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(title()).toHaveValue("mine");
  await save();
  expect(await dialog()).toBeVisible();
  expect(sent.at(-1)?.version).toBe(1);
});

test("a newer version with the same values is not a conflict", async () => {
  const sent: FormSubmission<Body>[] = [];
  const page = show({ stored: { version: 1, values }, save: async (one) => sent.push(one) });
  await retype("Title", "mine");
  page.show({ stored: { version: 2, values: { ...values } } });
  await save();
  expect(sent).toMatchObject([{ version: 2, changes: { title: "mine" } }]);
});

test("discards unsaved changes only after a confirmation", async () => {
  const onCancel = vi.fn();
  const followed = vi.fn((event: Event) => event.preventDefault());
  show({ stored: { version: 1, values }, onCancel });
  const link = screen.getByRole("link", { name: "Elsewhere" });
  link.addEventListener("click", followed);
  const isReloadGuarded = (): boolean =>
    !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  expect(isReloadGuarded()).toBe(false);
  await userEvent.type(title(), " 2");
  expect(isReloadGuarded()).toBe(true);
  await userEvent.click(link);
  expect(followed).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("button", { name: "Continue editing" }));
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(onCancel).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("button", { name: "Discard changes" }));
  expect(onCancel).toHaveBeenCalledOnce();
  await userEvent.click(link);
  await userEvent.click(screen.getByRole("button", { name: "Discard changes" }));
  expect(followed).toHaveBeenCalledOnce();
});

test("cancels and follows links without a confirmation if nothing was changed", async () => {
  const onCancel = vi.fn();
  show({ stored: { version: 1, values }, onCancel });
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(onCancel).toHaveBeenCalledOnce();
});

test("continues with the input of a closed form, based on the version that was loaded before it", async () => {
  const drafts: FormDraft<Values>[] = [];
  const first = show({ stored: { version: 1, values }, onClose: (draft) => drafts.push(draft) });
  await retype("Title", "mine");
  first.unmount();
  const sent: FormSubmission<Body>[] = [];
  show({ stored: theirs, draft: drafts[0]!, save: async (one) => sent.push(one) });
  expect(title()).toHaveValue("mine");
  await save();
  expect(sent).toMatchObject([{ version: 1, changes: { title: "mine" } }]);
});

test("a stored value that is no longer an option stays selected", async () => {
  show({ stored: { version: 1, values: { ...values, kind: "npu" } } });
  expect(screen.getByLabelText("Kind")).toHaveValue("npu");
  await userEvent.selectOptions(screen.getByLabelText("Kind"), "TPU");
  expect(screen.queryByRole("option", { name: "npu" })).toBeNull();
});

test("a control outside the form replaces a changed form only after a confirmation", async () => {
  const replaced = vi.fn();
  function Part() {
    const { registerForm, leaveForm } = useOpenForm();
    return (
      <OpenFormProvider value={registerForm}>
        <ExampleForm stored={{ version: 1, values }} />
        <button type="button" onClick={() => leaveForm(replaced)}>
          Replace
        </button>
      </OpenFormProvider>
    );
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Part />
    </QueryClientProvider>,
  );
  const replace = () => userEvent.click(screen.getByRole("button", { name: "Replace" }));
  await replace();
  expect(replaced).toHaveBeenCalledOnce();
  await userEvent.type(title(), "x");
  await replace();
  expect(replaced).toHaveBeenCalledOnce();
  await userEvent.click(screen.getByRole("button", { name: "Discard changes" }));
  expect(replaced).toHaveBeenCalledTimes(2);
});

test("two submissions at once, as of a double click, send one request", async () => {
  const save = vi.fn(() => new Promise(() => undefined));
  show({ stored: { version: 1, values }, save });
  const form = screen.getByRole("form", { name: "Example" });
  fireEvent.submit(form);
  fireEvent.submit(form);
  expect(await screen.findByRole("button", { name: "Saving" })).toBeDisabled();
  expect(save).toHaveBeenCalledTimes(1);
});
