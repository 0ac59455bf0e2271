/** Evidence from the what-if of a roofline: the server computes the change from the roofline of a fixed window. */
import { z } from "zod";
import { whatIfResult } from "@/lib/contracts/roofline/what-if-result";
import { leverNames, parseLevers, type LeverName } from "@/lib/model/roofline/what-if-levers";
import { rooflineEvidence } from "./roofline";

/** The value as text, because questions are stored as they are sent. */
const leverText = (name: LeverName) =>
  z
    .string()
    .max(100)
    .refine((text) => parseLevers({ [name]: text })[name] !== null, "must be a value of this lever")
    .exactOptional();

const levers = z
  .strictObject(
    Object.fromEntries(leverNames.map((name) => [name, leverText(name)])) as {
      readonly [Name in LeverName]: ReturnType<typeof leverText>;
    },
  )
  .refine((texts) => Object.keys(texts).length > 0, "must change at least one input");

/** Schemas of a what-if as evidence: the question, and the stored answer. */
export const whatIfEvidence = {
  question: rooflineEvidence.question.extend({
    endpoint: z.literal("what-if"),
    /** Changed inputs of the running scenario, with the texts of the links to the Roofline page. */
    levers,
  }),
  data: rooflineEvidence.data.extend({
    endpoint: z.literal("what-if"),
    /** The change as a short list, such as "weights FP8, batch 64". */
    change: z.string(),
    /** Currency of the costs. Null without a price. */
    currency: z.string().nullable(),
    result: whatIfResult,
  }),
} as const;
