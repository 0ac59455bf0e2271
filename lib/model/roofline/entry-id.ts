/** Ids of the GPUs and models in the roofline tables. */
import { validatedTextFormat } from "@/lib/base/text/text-format";

const pattern = /^[a-z0-9][a-z0-9.-]{0,99}$/;

/** Text format of the id of a GPU or model in the roofline tables. */
export const entryIdFormat = validatedTextFormat((text) => pattern.test(text));
