/** Validates the values of a form, without the form. */
import { z, type FormSchema } from "@/components/shared/forms/field-schemas";

export interface ParsedForm<Body> {
  /** Null if a field is invalid. */
  readonly body: Body | null;
  /** The first error of each field, by its name. */
  readonly errors: Readonly<Record<string, string>>;
}

export function parseForm<Values, Body>(schema: FormSchema<Values, Body>, values: Values): ParsedForm<Body> {
  const parsed = z.safeParse(schema, values);
  if (parsed.success) return { body: parsed.data, errors: {} };
  const issues = parsed.error.issues.toReversed();
  return {
    body: null,
    errors: Object.fromEntries(issues.map(({ path, message }) => [path.join("."), message])),
  };
}
