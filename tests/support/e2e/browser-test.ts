/**
 * Base test of every browser spec. Console errors, uncaught exceptions, content security violations and dialogs fail
 * the test. A spec that injects a fault declares the expected errors.
 */
import { test as base, expect } from "@playwright/test";
import type { ConsoleMessage } from "@playwright/test";

export interface Complaints {
  /** Patterns of errors that the test causes on purpose, such as a failed request. */
  readonly expectComplaint: (pattern: RegExp) => void;
}

export const test = base.extend<{ complaints: Complaints }>({
  complaints: [
    async ({ page }, use) => {
      const heard: string[] = [];
      const expected: RegExp[] = [];
      const hear = (message: ConsoleMessage): void => {
        if (message.type() === "error" || message.type() === "warning")
          heard.push(`console: ${message.text()} (${message.location().url})`);
      };
      page.on("console", hear);
      page.on("pageerror", (error) => heard.push(`uncaught: ${error.message}`));
      page.on("dialog", (dialog) => {
        heard.push(`dialog: ${dialog.message()}`);
        void dialog.dismiss();
      });
      await use({ expectComplaint: (pattern) => expected.push(pattern) });
      const surprising = heard.filter((line) => !expected.some((pattern) => pattern.test(line)));
      expect(surprising, "the page complained").toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
