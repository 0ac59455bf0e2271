/** Evidence from the trace list endpoint: the newest and the slowest requests of a fixed window. */
import { z } from "zod";
import { slug } from "@/lib/contracts/fields";
import { tracesContract } from "@/lib/contracts/traces/traces";
import { traceOrders } from "@/lib/model/traces/trace-order";
import { fixedWindow } from "./fixed-window";
import { storedConditions } from "./stored-conditions";

/** Schemas of a list of traces as evidence: the question, and the stored answer. */
export const tracesEvidence = {
  question: z.strictObject({
    endpoint: z.literal("traces"),
    /** Order in which the list is drawn. The answer contains the traces of all orders. */
    order: z.enum(traceOrders),
    deployment: slug,
    window: fixedWindow,
    ...storedConditions,
  }),
  data: z.object({ endpoint: z.literal("traces"), list: tracesContract.response }),
} as const;
