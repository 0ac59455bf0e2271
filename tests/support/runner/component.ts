import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// The library's default of one second is too short for the first React render on a loaded machine.
configure({ asyncUtilTimeout: 30_000 });

afterEach(() => {
  cleanup();
});
