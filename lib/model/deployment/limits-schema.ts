/** Schema of a deployment's limit overrides, for stored edits, requests and the configuration file. */
import { z } from "zod";
import { limitDefinition, limitIds, type LimitId } from "./limits";

const valueOf = (id: LimitId) => {
  const { maxValue } = limitDefinition(id);
  const message = `must be a number above 0 and at most ${maxValue}`;
  return z.number(message).positive(message).max(maxValue, message).exactOptional();
};

const shape = Object.fromEntries(limitIds.map((id) => [id, valueOf(id)])) as Record<
  LimitId,
  ReturnType<typeof valueOf>
>;

export const limitOverrides = z.strictObject(shape);
