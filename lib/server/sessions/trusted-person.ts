/**
 * The person whom a proxy signed in and names in a header. The header counts only on connections of the configured
 * proxies. A person is remembered for a short time.
 */
import { z } from "zod";
import { AppError } from "@/lib/model/app-error";
import { readEnvironment } from "../environment/env";
import { readConnectionAddress } from "../http/client-address";
import type { ReadableHeaders } from "../http/request-guard";
import { readActivePerson, type ActivePerson } from "./active-person";
import { getCallerCache } from "./caller-cache";

const emailSchema = z.email().max(254).toLowerCase();

/**
 * Returns the person whom an authenticating proxy passes in a header. Undefined if no header is configured
 * or sent. Throws forbidden for a header from another address or of an unknown person, and
 * database-unavailable.
 */
export async function findTrustedPerson(
  headers: ReadableHeaders,
  { allowsOutage }: { readonly allowsOutage: boolean },
): Promise<ActivePerson | undefined> {
  const { trustedHeader } = readEnvironment();
  const value = trustedHeader === undefined ? null : headers.get(trustedHeader.name);
  if (trustedHeader === undefined || value === null || value.trim() === "") return undefined;
  const address = readConnectionAddress(headers);
  if (address === null || !trustedHeader.isProxy(address))
    throw new AppError(
      "forbidden",
      `the header ${trustedHeader.name} is accepted from the sign-in proxy only`,
      {
        userMessage: {
          title: "This address is not the sign-in proxy",
          next: "Open Ridgepoint through the proxy, or add its address to RIDGEPOINT_TRUSTED_PROXIES.",
        },
      },
    );
  const email = emailSchema.safeParse(value.trim()).data;
  if (email === undefined)
    throw new AppError("forbidden", `the header ${trustedHeader.name} contains no e-mail address`, {
      userMessage: {
        title: "The sign-in proxy sent no e-mail address",
        next: "Configure the proxy to send the e-mail address of the person in this header.",
      },
    });
  const person = await getCallerCache<ActivePerson>("trusted-people").find(email, {
    allowsOutage,
    read: () => readActivePerson({ email }),
  });
  if (person === undefined) throw createUnknownError(email);
  return person;
}

function createUnknownError(email: string): AppError {
  return new AppError("forbidden", `${email} is not a person of this installation`, {
    userMessage: {
      title: "Not a person of Ridgepoint",
      next: "Ask an admin for an invitation, and open its link.",
    },
  });
}
