/**
 * Database adapter for Better Auth. Better Auth would store the tokens of sessions as plain text. The adapter therefore
 * replaces a token by its hash in every write and in every condition, and returns the token to Better Auth. Writes are
 * recorded in the audit trail in the name of the person.
 */
import type { BetterAuthOptions } from "better-auth";
import { prismaAdapter } from "better-auth/adapters/prisma";
import { allSources } from "@/lib/model/sources/source-scope";
import { getDatabase } from "@/lib/server/db/client";
import type { Principal } from "@/lib/server/principal";
import { hashToken } from "@/lib/server/sessions/session-cookie";
import { writeChange } from "@/lib/server/with-change";

type Adapter = ReturnType<ReturnType<typeof prismaAdapter>>;
type Row = Record<string, unknown>;
type Conditions = Parameters<Adapter["count"]>[0]["where"];

const build = (client: object, options: BetterAuthOptions): Adapter =>
  prismaAdapter(client, { provider: "postgresql" })(options);

/**
 * Returns the database adapter for Better Auth. It accepts the write of a new session and refuses every other
 * write, because the services of Ridgepoint make them.
 */
export function createHashingAdapter(options: BetterAuthOptions): Adapter {
  const reading = build(getDatabase(), options);
  const adapter: Adapter = {
    ...reading,
    findOne: (query) =>
      reading.findOne({ ...query, where: hashTokens(query.model, query.where) ?? query.where }),
    findMany: (query) => reading.findMany({ ...query, where: hashTokens(query.model, query.where) }),
    count: (query) => reading.count({ ...query, where: hashTokens(query.model, query.where) }),
    create: async <T extends Row, R = T>({ model, data }: { model: string; data: Omit<T, "id"> }) =>
      model === "session" ? ((await createSession(data, options)) as R) : refuseWrite(),
    update: refuseWrite,
    updateMany: refuseWrite,
    delete: refuseWrite,
    deleteMany: refuseWrite,
    consumeOne: refuseWrite,
    incrementOne: refuseWrite,
    transaction: (callback) => callback(adapter),
  };
  return adapter;
}

function refuseWrite(): Promise<never> {
  return Promise.reject(new Error("Better Auth may write only new sessions"));
}

function hashTokens(model: string, where: Conditions): Conditions {
  if (model !== "session") return where;
  return where?.map((condition) =>
    condition.field === "token" && typeof condition.value === "string"
      ? { ...condition, value: hashToken(condition.value) }
      : condition,
  );
}

async function createSession(data: Row, options: BetterAuthOptions): Promise<Row> {
  const { token, userId, ipAddress } = data;
  if (typeof token !== "string" || typeof userId !== "string") return refuseWrite();
  const person: Principal = {
    kind: "person",
    id: userId,
    role: null,
    sourceScope: allSources,
    teamIds: [],
    address: typeof ipAddress === "string" && ipAddress !== "" ? ipAddress : null,
  };
  const stored = await writeChange(person, "sign-in", async (transaction) => {
    const row = await build(transaction, options).create<Row>({
      model: "session",
      data: { ...data, token: hashToken(token) },
    });
    return { id: String(row["id"]) };
  });
  return { ...data, ...stored, token };
}
