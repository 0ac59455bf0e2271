import { expect, test } from "vitest";
import { serializeAnswerOnce, serializeSignalsResponse } from "./serialize-signals";

type Response = Parameters<typeof serializeSignalsResponse>[0];
type Panel = Response["panels"][number];

/** The writer does not read the fields of an answer. */
const answered = (key: string, answer: object): Panel => ({ key, state: "answered", answer }) as Panel;
const text = (response: Response): string => new TextDecoder().decode(serializeSignalsResponse(response));

const shared = { schemaVersion: 1, series: [{ values: [1.5, null, 2e-7] }], warnings: ['"]}', "é"] };
const pending: Panel = { key: 'a "key"', state: "pending", elapsedMs: 12 };

test.each<{ readonly panels: readonly Panel[] }>([
  { panels: [] },
  { panels: [pending] },
  { panels: [answered("one", shared)] },
  { panels: [pending, answered("one", shared), answered("two", { ...shared, n: 3 }), pending] },
])("writes the JSON of the response: %#", ({ panels }) => {
  const response = { asOfMs: 1_800_000_000_000, panels: [...panels] };
  expect(text(response)).toBe(JSON.stringify(response));
});

test("writes an answer once and reuses its bytes", () => {
  const once = { ...shared };
  serializeSignalsResponse({ asOfMs: 1, panels: [answered("mine", once)] }).fill(0);
  expect(serializeAnswerOnce(once)).toBe(serializeAnswerOnce(once));
  const yours = { asOfMs: 2, panels: [answered("yours", once)] };
  expect(text(yours)).toBe(JSON.stringify(yours));
});
