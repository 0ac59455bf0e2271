import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { TracesResponse } from "@/lib/contracts/traces/traces";
import { usePausableTraceList } from "./use-pausable-trace-list";

/** Only the fields that the list reads. */
function answer(...ids: readonly string[]): TracesResponse {
  const traces = ids.map((traceId) => ({ traceId }));
  return { newest: { traces }, slowest: null } as unknown as TracesResponse;
}

interface ListProps {
  readonly latest: TracesResponse;
  readonly question?: string | null;
}

function List({ latest, question = "chat-70b" }: ListProps) {
  const { data, newCount, showLatest, pointerHandlers, focusHandlers } = usePausableTraceList(latest, {
    question,
    order: "newest",
  });
  return (
    <div {...pointerHandlers} aria-label="listing" role="group">
      {newCount > 0 && (
        <button type="button" onClick={showLatest}>
          {newCount} new
        </button>
      )}
      <ul {...focusHandlers} tabIndex={-1} aria-label="traces">
        {data.newest?.traces.map(({ traceId }) => traceId).join(" ")}
      </ul>
    </div>
  );
}

const rows = (): string => screen.getByRole("list", { name: "traces" }).textContent;

test("rows do not move under the pointer, and the button shows the new ones", async () => {
  const { rerender } = render(<List latest={answer("a", "b")} />);
  await userEvent.hover(screen.getByRole("list"));
  rerender(<List latest={answer("d", "c", "a")} />);
  expect(rows()).toBe("a b");
  await userEvent.click(screen.getByRole("button", { name: "2 new" }));
  expect(rows()).toBe("d c a");
  rerender(<List latest={answer("e", "d", "c")} />);
  expect(rows()).toBe("d c a");
  expect(screen.getByRole("button", { name: "1 new" })).toBeVisible();
});

test("rows continue when the pointer leaves and the focus is elsewhere", async () => {
  const { rerender } = render(<List latest={answer("a")} />);
  await userEvent.hover(screen.getByRole("list"));
  act(() => screen.getByRole("list").focus());
  rerender(<List latest={answer("b", "a")} />);
  await userEvent.unhover(screen.getByRole("list"));
  expect(rows()).toBe("a");
  act(() => screen.getByRole("list").blur());
  expect(rows()).toBe("b a");
});

test("rows continue after the button was clicked and the pointer has left", async () => {
  const { rerender } = render(<List latest={answer("a")} />);
  await userEvent.hover(screen.getByRole("list"));
  rerender(<List latest={answer("b", "a")} />);
  await userEvent.click(screen.getByRole("button", { name: "1 new" }));
  await userEvent.unhover(screen.getByRole("group"));
  rerender(<List latest={answer("c", "b")} />);
  expect(rows()).toBe("c b");
});

test("another question is shown at once, and then held", async () => {
  const { rerender } = render(<List latest={answer("a")} />);
  await userEvent.hover(screen.getByRole("list"));
  rerender(<List latest={answer("x")} question="search-30b" />);
  expect(rows()).toBe("x");
  rerender(<List latest={answer("y", "x")} question="search-30b" />);
  expect(rows()).toBe("x");
});

test("answers of an earlier question are not held for the next one", async () => {
  const { rerender } = render(<List latest={answer("a")} />);
  await userEvent.hover(screen.getByRole("list"));
  rerender(<List latest={answer("a")} question={null} />);
  rerender(<List latest={answer("x")} question="search-30b" />);
  expect(rows()).toBe("x");
});

test("the first trace of an empty list is shown under the pointer", async () => {
  const { rerender } = render(<List latest={answer()} />);
  await userEvent.hover(screen.getByRole("list"));
  rerender(<List latest={answer("a")} />);
  expect(rows()).toBe("a");
});

test("a finger does not stop the list", () => {
  const { rerender } = render(<List latest={answer("a")} />);
  fireEvent.pointerEnter(screen.getByRole("list"), { pointerType: "touch" });
  rerender(<List latest={answer("b", "a")} />);
  expect(rows()).toBe("b a");
});
