/** Choice to store the text of prompts and completions, for evidence whose source can have such text. */
import { z } from "zod";

/** Field of a question. The text is stored only if an editor chose to include it. */
export const promptTextChoice = {
  /** Whether the text of prompts and completions is stored. Absent: it is not stored. */
  includesPromptText: z.boolean().exactOptional(),
} as const;
