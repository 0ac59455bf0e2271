import { vi } from "vitest";

/** Elements have no size in jsdom, so nothing is painted and no size changes. */
class UnchangedSizes {
  observe(): void {}
  disconnect(): void {}
}

/** Provides the browser's observer of sizes, which jsdom lacks. `vi.unstubAllGlobals` removes it. */
export function stubResizeObserver(): void {
  vi.stubGlobal("ResizeObserver", UnchangedSizes);
}
