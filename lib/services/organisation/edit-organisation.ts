/** Changes the settings of the organisation. */
import type {
  editOrganisationContract,
  editSignInRulesContract,
  OrganisationResponse,
} from "@/lib/contracts/organisation";
import { defaultTimeZone } from "@/lib/base/time-zone";
import { AppError } from "@/lib/model/app-error";
import { assertConfirmed } from "@/lib/server/access/require-confirmation";
import { nowMs } from "@/lib/server/clock";
import type { Handler } from "@/lib/server/handler";
import type { Principal } from "@/lib/server/principal";
import { assertVersion } from "@/lib/server/route";
import { clearVerifiedSessions } from "@/lib/server/sessions/verify-session";
import { writeChange, type Transaction } from "@/lib/server/with-change";
import { cacheOrganisation, type StoredOrganisation } from "./read-organisation";

/**
 * Changes the settings of the organisation. Throws precondition-failed for another version, and database-unavailable.
 */
export const editOrganisation: Handler<typeof editOrganisationContract> = async (input) => {
  const { body, principal, expectedVersion } = input;
  return writeSettings(principal, "edit-organisation", (transaction, asOfMs) =>
    updateRow(transaction, body, { principal, expectedVersion, asOfMs }),
  );
};

/**
 * Changes the rules for signing in. Throws confirmation-required and database-unavailable. Throws conflict for an admin
 * who has no second factor. Throws precondition-failed for another version.
 */
export const editSignInRules: Handler<typeof editSignInRulesContract> = async (input) => {
  const { body, principal, expectedVersion } = input;
  await assertConfirmed(principal);
  const response = await writeSettings(principal, "edit-sign-in-rules", async (transaction, asOfMs) => {
    if (body.requiresSecondFactor) await assertHasSecondFactor(transaction, principal);
    return updateRow(transaction, body, { principal, expectedVersion, asOfMs });
  });
  clearVerifiedSessions();
  return response;
};

type Settings = Partial<Omit<StoredOrganisation, "version">>;

async function writeSettings(
  principal: Principal,
  changeName: string,
  change: (transaction: Transaction, asOfMs: number) => Promise<StoredOrganisation>,
): Promise<OrganisationResponse> {
  const asOfMs = nowMs();
  const stored = await writeChange(principal, changeName, async (transaction) => ({
    ...(await change(transaction, asOfMs)),
  }));
  cacheOrganisation(stored);
  return { asOfMs, changeRefusal: null, ...stored };
}

interface Edit {
  readonly principal: Principal;
  readonly expectedVersion: string | undefined;
  readonly asOfMs: number;
}

async function updateRow(
  transaction: Transaction,
  settings: Settings,
  { principal, expectedVersion, asOfMs }: Edit,
): Promise<StoredOrganisation> {
  // The lock prevents two simultaneous first edits from both creating the row.
  await transaction.$executeRaw`lock table organisations in share row exclusive mode`;
  const row = await transaction.organisation.findUnique({ where: { id: 1 } });
  assertVersion(String(row?.version ?? 0), expectedVersion);
  const change = { ...settings, author: principal.id, updatedAt: new Date(asOfMs) };
  const { timeZone, requiresSecondFactor, allowsReportLinks, version } =
    await transaction.organisation.upsert({
      where: { id: 1 },
      create: { timeZone: defaultTimeZone, ...change, version: 1 },
      update: { ...change, version: { increment: 1 } },
    });
  return { timeZone, requiresSecondFactor, allowsReportLinks, version };
}

/** Throws conflict if the caller has no second factor. At least the admin who requires a second factor must keep the rights of an admin. */
async function assertHasSecondFactor(transaction: Transaction, principal: Principal): Promise<void> {
  const count = await transaction.secondFactor.count({
    where: { personId: principal.id, enabledAt: { not: null } },
  });
  if (principal.kind === "person" && count === 1) return;
  throw new AppError("conflict", "you have no second factor", {
    userMessage: {
      title: "Admins cannot be required to have a second factor yet",
      next: "Set up your second factor first. Without a second factor, you would lose the rights of an admin.",
    },
  });
}
