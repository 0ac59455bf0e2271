/** Parts of the page that are read for paper. */
const printedParts = "[data-printed-part]";

/** Time without a change after which drawn content is complete. */
const quietMs = 400;

/** A source that does not respond must not prevent the print. */
const maxWaitMs = 60_000;

/** Resolves when all printed parts inside the element are read and drawn, when the time is over, or when the signal aborts. */
export function waitForPrintedContent(root: HTMLElement, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let quiet: ReturnType<typeof setTimeout> | undefined;
  const restart = (): void => {
    clearTimeout(quiet);
    if (isComplete(root)) quiet = setTimeout(end, quietMs);
  };
  const observer = new MutationObserver(restart);
  const end = (): void => {
    clearTimeout(quiet);
    clearTimeout(limit);
    observer.disconnect();
    root.removeEventListener("load", restart, true);
    resolve();
  };
  const limit = setTimeout(end, maxWaitMs);
  signal.addEventListener("abort", end, { once: true });
  for (const part of root.querySelectorAll(printedParts))
    observer.observe(part, { attributes: true, childList: true, subtree: true });
  // The load event of an image does not bubble.
  root.addEventListener("load", restart, true);
  restart();
  return promise;
}

function isComplete(root: HTMLElement): boolean {
  return [...root.querySelectorAll(printedParts)].every(
    (part) =>
      part.getAttribute("aria-busy") !== "true" &&
      part.querySelector("[aria-busy='true']") === null &&
      [...part.querySelectorAll("img")].every(({ complete }) => complete),
  );
}
