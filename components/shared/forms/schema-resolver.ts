import { get, set, type FieldErrors, type FieldValues, type Resolver } from "react-hook-form";
import { z, type FormSchema } from "./field-schemas";

/**
 * Returns the resolver of react-hook-form for a schema. Each field has its first error. The error of a list, in
 * contrast to that of its items, is at `root`.
 */
export function schemaResolver<Values extends FieldValues, Body>(
  schema: FormSchema<Values, Body>,
): Resolver<Values, unknown, Body> {
  return (values) => {
    const parsed = z.safeParse(schema, values);
    if (parsed.success) return { values: parsed.data, errors: {} };
    const errors: FieldErrors<Values> = {};
    for (const { path, message } of parsed.error.issues) {
      const [name, error] = [path.join("."), { type: "schema", message }];
      if (name === "") errors.root = error;
      else if (Array.isArray(get(values, name))) set(errors, name, Object.assign([], { root: error }));
      else if (get(errors, name) === undefined) set(errors, name, error);
    }
    return { values: {}, errors };
  };
}
