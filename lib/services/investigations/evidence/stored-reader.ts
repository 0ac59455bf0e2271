/** Rights of the person who keeps an answer, with which a background job reads it. */
import { z } from "zod";
import { roles } from "@/lib/model/person";
import { systemPrincipal, type Principal } from "@/lib/server/principal";

const storedReader = z.object({ role: z.enum(roles).nullable(), teamIds: z.array(z.string()) });

/** Returns the role and the teams of the caller, as stored for the job that reads the data later. */
export function toStoredReader({ role, teamIds }: Principal): z.infer<typeof storedReader> {
  return { role, teamIds: [...teamIds] };
}

/** Returns a caller with the stored rights. */
export function parseStoredReader(stored: unknown): Principal {
  return { ...systemPrincipal, ...storedReader.parse(stored) };
}
