/** Schemas of environment paths and values, for stored edits, requests, documents and the configuration file. */
import { z } from "zod";
import { environmentLimits, environmentPathError } from "./environment";

export const environmentPath = z.string().superRefine((path, context) => {
  const error = environmentPathError(path);
  if (error !== null) context.addIssue({ code: "custom", message: error });
});

export const environmentText = z.string().max(environmentLimits.maxValueLength);

/** Values by path. Numbers and booleans become text. */
export const environmentValues = z
  .record(
    environmentPath,
    z.union([environmentText, z.number().transform(String), z.boolean().transform(String)], {
      error: "must be text, a number, true or false",
    }),
    { error: "must be paths with their values" },
  )
  .refine((paths) => Object.keys(paths).length <= environmentLimits.maxPaths, {
    error: `must have at most ${environmentLimits.maxPaths} paths`,
  });
