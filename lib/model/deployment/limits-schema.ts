/** Schema of a deployment's limit overrides, for stored edits, requests and the configuration file. */
import { z } from "zod";
import { limitDefinition, limitIds, type LimitId } from "./limits";

function createLimitSchema(id: LimitId) {
  const { unit, maxValue } = limitDefinition(id);
  const error = `must be a number of ${unit === "ratio" ? "at most 1" : `${unit}, at most ${maxValue}`}, and above 0`;
  return z.number({ error }).positive({ error }).max(maxValue, { error }).exactOptional();
}

const shape = Object.fromEntries(limitIds.map((id) => [id, createLimitSchema(id)])) as Record<
  LimitId,
  ReturnType<typeof createLimitSchema>
>;

/** Schema of the limits that replace the defaults for one deployment. */
export const limitOverrides = z.strictObject(shape, {
  error: ({ code }) =>
    code === "invalid_type" ? "must be an object with limits and their values" : undefined,
});
