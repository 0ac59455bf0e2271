import { afterEach, expect, test } from "vitest";
import { deleteProcessState, getProcessState } from "@/lib/server/process-state";
import { parseEnvironment } from "@/lib/server/environment/env";
import { hasSecretKey, decryptText, encryptText } from "./encrypted-text";

const key = "k".repeat(32);

function useKey(secretKey: string | undefined): void {
  deleteProcessState("environment");
  getProcessState("environment", () =>
    parseEnvironment({
      DATABASE_URL: "postgresql://localhost/ridgepoint",
      PROMETHEUS_URL: "http://localhost:9090",
      RIDGEPOINT_SECRET_KEY: secretKey,
    }),
  );
}

afterEach(() => deleteProcessState("environment"));

test("a text is readable for its row with the same key only, and never stored as it is", () => {
  useKey(key);
  const stored = encryptText("JBSWY3DPEHPK3PXP", "second_factors.secret a");
  expect(stored).not.toContain("JBSWY3DPEHPK3PXP");
  expect(encryptText("JBSWY3DPEHPK3PXP", "second_factors.secret a")).not.toBe(stored);
  expect(decryptText(stored, "second_factors.secret a")).toBe("JBSWY3DPEHPK3PXP");
  expect(() => decryptText(stored, "second_factors.secret b")).toThrow("authenticate");
  const altered = stored.slice(0, -3) + (stored.at(-3) === "A" ? "B" : "A") + stored.slice(-2);
  expect(() => decryptText(altered, "second_factors.secret a")).toThrow("authenticate");
  useKey("o".repeat(32));
  expect(() => decryptText(stored, "second_factors.secret a")).toThrow("secret key has changed");
});

test("without a key, nothing is stored", () => {
  useKey(undefined);
  expect(hasSecretKey()).toBe(false);
  expect(() => encryptText("text", "place")).toThrow("secret key is not set");
});
