import { expect, test } from "vitest";
import { joinPlain } from "@/lib/server/written-parts";
import { writeSignals } from "./write-signals";

type Response = Parameters<typeof writeSignals>[0];
type Panel = Response["panels"][number];

/** The writer looks at nothing inside an answer. */
const answered = (key: string, answer: object): Panel => ({ key, state: "answered", answer }) as Panel;
const text = (response: Response): string => new TextDecoder().decode(joinPlain(writeSignals(response)));

const shared = { schemaVersion: 1, series: [{ values: [1.5, null, 2e-7] }], warnings: ['"]}', "é"] };
const pending: Panel = { key: 'a "key"', state: "pending", forMs: 12 };

test.each<{ readonly panels: readonly Panel[] }>([
  { panels: [] },
  { panels: [pending] },
  { panels: [answered("one", shared)] },
  { panels: [pending, answered("one", shared), answered("two", { ...shared, n: 3 }), pending] },
])("what is written is the answer's JSON: %#", ({ panels }) => {
  const response = { asOfMs: 1_800_000_000_000, panels: [...panels] };
  expect(text(response)).toBe(JSON.stringify(response));
});

test("an answer is written once, whichever viewers and panels it is sent to", () => {
  const once = { ...shared };
  const partsOf = (key: string) => writeSignals({ asOfMs: 1, panels: [answered(key, once)] });
  expect(partsOf("mine")[1]).toBe(partsOf("yours")[1]);
});
