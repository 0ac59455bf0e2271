/** Window of an answer that is stored as evidence. It does not depend on the present time. */
import { z } from "zod";
import { epochMs } from "../request-fields";

/** Schema of a time window with fixed bounds, in epoch milliseconds. */
export const fixedWindow = z.strictObject({ startMs: epochMs, endMs: epochMs });
