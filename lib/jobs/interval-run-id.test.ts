import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { intervalRunId } from "./interval-run-id";

test("is a version 8 UUID, equal for equal intervals and different for others", () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(), fc.nat(), (name, tickMs, otherMs) => {
      const id = intervalRunId(name, tickMs);
      expect(z.uuidv4().safeParse(id).success).toBe(false);
      expect(z.uuid({ version: "v8" }).safeParse(id).success).toBe(true);
      expect(intervalRunId(name, tickMs)).toBe(id);
      expect(intervalRunId(name, otherMs) === id).toBe(otherMs === tickMs);
    }),
  );
});
