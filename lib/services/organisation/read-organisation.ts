/** Reads the settings of the organisation. */
import { editOrganisationContract, type organisationContract } from "@/lib/contracts/organisation";
import { defaultTimeZone } from "@/lib/base/time-zone";
import { describeRefusedAccess } from "@/lib/format/sentence";
import { findAccessError } from "@/lib/server/access/require-access";
import { nowMs } from "@/lib/server/clock";
import { readRows } from "@/lib/server/db/read-rows";
import type { Handler } from "@/lib/server/handler";
import { getProcessState } from "@/lib/server/process-state";

/** Settings of the organisation as stored; version 0 means that the defaults apply. */
export interface StoredOrganisation {
  readonly timeZone: string;
  /** True if an admin who signs in with a password needs a second factor. */
  readonly requiresSecondFactor: boolean;
  /** True if editors may create links that show a report without a sign-in. */
  readonly allowsReportLinks: boolean;
  /** Version of the settings; 0 while the defaults apply. */
  readonly version: number;
}

/** Time for which cached settings are used. A change by another process applies after this time at the latest. */
const cachedMs = 10_000;

interface HeldOrganisation {
  current: { readonly value: StoredOrganisation; readonly readAtMs: number } | null;
}

const held = (): HeldOrganisation =>
  getProcessState<HeldOrganisation>("organisation", () => ({ current: null }));

/** Returns the organisation with its settings. Throws database-unavailable. */
export const getOrganisation: Handler<typeof organisationContract> = async ({ principal }) => {
  const error = findAccessError(principal, editOrganisationContract);
  const changeRefusal = error === null ? null : describeRefusedAccess(error);
  return { asOfMs: nowMs(), changeRefusal, ...(await readOrganisation()) };
};

/**
 * Returns the time zone of the organisation (IANA name), by which hours and days of the week are counted. It
 * is at most 10 s old, or older while the database is unavailable. Throws database-unavailable if it was
 * never read.
 */
export async function readTimeZone(): Promise<string> {
  const { current } = held();
  if (current !== null && nowMs() - current.readAtMs < cachedMs) return current.value.timeZone;
  try {
    return (await readOrganisation()).timeZone;
  } catch (error) {
    if (current === null) throw error;
    return current.value.timeZone;
  }
}

async function readOrganisation(): Promise<StoredOrganisation> {
  const readAtMs = nowMs();
  const row = await readRows((database) => database.organisation.findUnique({ where: { id: 1 } }));
  const value = {
    timeZone: row?.timeZone ?? defaultTimeZone,
    requiresSecondFactor: row?.requiresSecondFactor ?? false,
    allowsReportLinks: row?.allowsReportLinks ?? false,
    version: row?.version ?? 0,
  };
  held().current = { value, readAtMs };
  return value;
}

/** Replaces the cached settings of the organisation, so that a change by this process applies at once. */
export function cacheOrganisation(value: StoredOrganisation): void {
  held().current = { value, readAtMs: nowMs() };
}
