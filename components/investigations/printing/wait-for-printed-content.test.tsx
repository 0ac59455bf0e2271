import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { waitForPrintedContent } from "./wait-for-printed-content";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function start(html: string) {
  document.body.innerHTML = html;
  const aborting = new AbortController();
  let isResolved = false;
  void waitForPrintedContent(document.body, aborting.signal).then(() => {
    isResolved = true;
  });
  const pass = async (ms: number): Promise<boolean> => {
    await vi.advanceTimersByTimeAsync(ms);
    return isResolved;
  };
  return { pass, aborting };
}

test("waits until no printed part is busy and nothing changes", async () => {
  const { pass } = await start(`<p aria-busy="true">Live</p><section data-printed-part>
    <p aria-busy="true">Loading</p></section>`);
  const section = document.querySelector("section") as HTMLElement;
  expect(await pass(5_000)).toBe(false);
  section.innerHTML = "<p>Figure</p>";
  expect(await pass(300)).toBe(false);
  section.append("Axis");
  expect(await pass(300)).toBe(false);
  expect(await pass(200)).toBe(true);
});

test("ends after a minute, so that a source without a response does not prevent the print", async () => {
  const { pass } = await start(`<section data-printed-part aria-busy="true"></section>`);
  expect(await pass(59_000)).toBe(false);
  expect(await pass(1_000)).toBe(true);
});

test("ends when the page is closed", async () => {
  const { pass, aborting } = await start(`<section data-printed-part aria-busy="true"></section>`);
  aborting.abort();
  expect(await pass(0)).toBe(true);
});
