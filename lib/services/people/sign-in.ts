/** Signs a person in with e-mail address and password, and with a code if they have a second factor. */
import type { signInContract } from "@/lib/contracts/people/session";
import { assertPresent } from "@/lib/base/assert";
import { AppError } from "@/lib/model/app-error";
import type { Handler } from "@/lib/server/handler";
import { readClientAddress } from "@/lib/server/http/client-address";
import { countAttempt } from "./attempt-limits";
import { checkPassword } from "./check-password";
import { openSession } from "./open-session";
import { isSecondFactorEnabled, consumeCode } from "./second-factor/consume-code";
import { assertSecureConnection } from "./secure-connection";

/**
 * Signs a person in by password and second factor. Throws rate-limited and database-unavailable. Throws forbidden
 * without TLS. Throws sign-in-failed for wrong credentials. Throws second-factor-required for a missing code.
 */
export const signIn: Handler<typeof signInContract> = async ({ body, http, signal }) => {
  const exchange = assertPresent(http, "sign-in was called without an HTTP request");
  assertSecureConnection(exchange.headers);
  const address = readClientAddress(exchange.headers);
  await countAttempt(body.email, address);
  const person = await checkPassword(body, signal);
  if (isSecondFactorEnabled(person.secondFactor)) {
    if (body.code === undefined)
      throw new AppError("second-factor-required", "this person has a second factor");
    await consumeCode({ personId: person.id, code: body.code, address });
  }
  return { person: await openSession(person.id, "password", exchange) };
};
