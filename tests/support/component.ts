import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// A second, which is what the library waits, may pass on a loaded machine before React has drawn once.
configure({ asyncUtilTimeout: 30_000 });

afterEach(() => {
  cleanup();
});
