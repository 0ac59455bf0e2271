/** Schema of the capture form. Its output is the request body without deployment and window. */
import type { CaptureBaselineBody } from "@/lib/contracts/baselines";
import {
  nullIfEmpty,
  positiveNumber,
  textField,
  z,
  type FormSchema,
} from "@/components/shared/forms/field-schemas";
import { expiryField, nameField } from "./baseline-fields";
import { visibleToEveryone } from "./visible-to";

/** Values in the fields of the capture form. */
export interface CaptureValues {
  readonly name: string;
  /** Settings of a load test; empty for live traffic. */
  readonly load: {
    readonly users: string;
    readonly spawnRatePerSecond: string;
    readonly durationSeconds: string;
  };
  readonly expiresAtMs: string;
  /** "everyone", or the id of a team. */
  readonly visibleTo: string;
}

/** Settings of a capture that the form returns. */
export interface CaptureSettings extends Pick<CaptureBaselineBody, "name" | "load" | "expiresAtMs"> {
  readonly visibleTo: string;
}

const upTo = (max: number) => textField(nullIfEmpty(positiveNumber({ max })));

/** Schema that converts the capture form to settings. */
export const captureSchema: FormSchema<CaptureValues, CaptureSettings> = z.object({
  name: nameField,
  load: z.pipe(
    z.object({ users: upTo(1e6), spawnRatePerSecond: upTo(1e6), durationSeconds: upTo(1e8) }),
    z.transform((settings): NonNullable<CaptureSettings["load"]> =>
      Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null)),
    ),
  ),
  expiresAtMs: expiryField,
  visibleTo: z.string(),
});

/** Returns the initial values of the capture form. */
export function createCaptureValues(name: string): CaptureValues {
  return {
    name,
    load: { users: "", spawnRatePerSecond: "", durationSeconds: "" },
    expiresAtMs: "",
    visibleTo: visibleToEveryone,
  };
}
