/** Schemas of environment paths and values, for stored edits, requests, documents and the configuration file. */
import { z } from "zod";
import { environmentLimits, environmentPathError } from "./environment";

/** Schema of the path of an environment value, such as `engine.flags.max_num_seqs`. */
export const environmentPath = z.string().superRefine((path, context) => {
  const error = environmentPathError(path);
  if (error !== null) context.addIssue({ code: "custom", message: error });
});

/** Schema of a text value of the environment document, such as a version or a flag. */
export const environmentText = z.string().max(environmentLimits.maxValueLength);

/**
 * Returns the schema of an object with environment paths as keys. The error of an invalid path names the
 * path and the rule.
 */
export function environmentRecord<Value extends z.ZodType>(value: Value) {
  return z
    .record(z.string(), value, { error: "must be paths with their values" })
    .superRefine((values, context) => {
      const paths = Object.keys(values);
      if (paths.length > environmentLimits.maxPaths)
        context.addIssue({
          code: "custom",
          message: `must have at most ${environmentLimits.maxPaths} paths`,
        });
      for (const path of paths) {
        const error = environmentPathError(path);
        if (error !== null)
          context.addIssue({ code: "custom", path: [path], message: `is not a valid path. ${error}` });
      }
    });
}

/** Schema of environment values by path. Numbers and booleans become text. */
export const environmentValues = environmentRecord(
  z.union([environmentText, z.number().transform(String), z.boolean().transform(String)], {
    error: "must be text, a number, true or false",
  }),
);
