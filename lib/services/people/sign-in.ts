/** Signs a person in with e-mail address and password, and ends the session that the browser had before. */
import type { signInContract } from "@/lib/contracts/people/session";
import { assertPresent } from "@/lib/base/assert";
import { AppError } from "@/lib/model/app-error";
import { getDatabase } from "@/lib/server/db/client";
import { toDatabaseError } from "@/lib/server/db/failure";
import type { Handler, HttpExchange } from "@/lib/server/handler";
import { clientAddressHeader, readClientAddress } from "@/lib/server/http/client-address";
import { createSessionCookie } from "@/lib/server/sessions/session-cookie";
import { countAttempt, runPasswordCheck } from "./attempt-limits";
import { getAuth } from "./auth";
import { describePerson, type DescribedPerson } from "./describe-person";
import { endSession } from "./end-session";
import { assertSecureConnection } from "./secure-connection";

/** Throws forbidden without TLS, sign-in-failed, rate-limited, and database-unavailable. */
export const signIn: Handler<typeof signInContract> = async ({ body, http, signal }) => {
  const exchange = assertPresent(http, "sign-in is an HTTP endpoint");
  assertSecureConnection(exchange.headers);
  await countAttempt(body.email, readClientAddress(exchange.headers));
  return { person: await startSession(body, exchange, signal) };
};

/** Checks the password, and stores the token of the new session in the cookie of the browser. */
export async function startSession(
  { email, password }: { readonly email: string; readonly password: string },
  { headers, setCookie }: HttpExchange,
  signal: AbortSignal,
): Promise<DescribedPerson> {
  const { token, user } = await runPasswordCheck(async () => {
    try {
      return await getAuth().api.signInEmail({ body: { email, password }, headers: describeClient(headers) });
    } catch (error) {
      if (isRefusal(error))
        throw new AppError("sign-in-failed", "the e-mail address or the password is incorrect");
      throw toDatabaseError(error, "PostgreSQL does not respond, so nobody can sign in");
    }
  }, signal);
  await endSession(headers);
  setCookie(createSessionCookie(headers, token));
  return describePerson(await getDatabase().person.findUniqueOrThrow({ where: { id: user.id } }));
}

/** Headers that are stored with the session. The library must not see cookies. */
function describeClient(headers: HttpExchange["headers"]): Headers {
  return new Headers({
    [clientAddressHeader]: readClientAddress(headers) ?? "",
    "user-agent": (headers.get("user-agent") ?? "").slice(0, 300),
  });
}

function isRefusal(error: unknown): boolean {
  return error instanceof Error && "status" in error && error.status === "UNAUTHORIZED";
}
