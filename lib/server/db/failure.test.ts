import { afterEach, beforeEach, expect, test } from "vitest";
import { AppError } from "@/lib/model/app-error";
import { getLifecycle } from "../lifecycle";
import { deleteProcessState } from "../process-state";
import { describeUnavailableDatabase, toDatabaseError, isDatabaseUnavailable } from "./failure";

beforeEach(() => {
  getLifecycle().isPrepared = true;
});
afterEach(() => deleteProcessState("lifecycle"));

const coded = (code: string): Error => Object.assign(new Error("x"), { code });

test.each([
  "57P01",
  "57P03",
  "57014",
  "55P03",
  "25006",
  "08006",
  "53300",
  "ECONNREFUSED",
  "ECONNRESET",
  "P1001",
  "P2024",
  "P2021",
])("%s means that the database is unavailable", (code) => {
  expect(isDatabaseUnavailable(coded(code))).toBe(true);
});

test.each(["42601", "23505", "42703", "P2002", "P2025", "ENOENT"])("%s is a query error", (code) => {
  expect(isDatabaseUnavailable(coded(code))).toBe(false);
});

test.each([
  "timeout expired",
  "timeout exceeded when trying to connect",
  "Connection terminated unexpectedly",
  "Client was closed and is not queryable",
])("the driver's message %j means that the database is unavailable", (message) => {
  expect(isDatabaseUnavailable(new Error(message))).toBe(true);
});

test.each(["ConnectionClosed", "SocketTimeout", "TooManyConnections"])(
  "an error of the driver adapter without a code is judged by its kind (%s)",
  (kind) => {
    // The adapter reports a connection that was lost inside a transaction in this form.
    expect(isDatabaseUnavailable(new Error(kind, { cause: { kind } }))).toBe(true);
    expect(isDatabaseUnavailable(new Error("x", { cause: { kind: "UniqueConstraintViolation" } }))).toBe(
      false,
    );
  },
);

test("inspects causes, meta and driver adapter errors", () => {
  const inner = { driverAdapterError: { cause: { kind: "postgres", originalCode: "57P01" } } };
  expect(isDatabaseUnavailable(Object.assign(new Error("x"), { code: "P2010", meta: inner }))).toBe(true);
  expect(isDatabaseUnavailable(new AggregateError([coded("ECONNREFUSED")], "x"))).toBe(true);
  expect(isDatabaseUnavailable(new Error("x", { cause: coded("57P01") }))).toBe(true);
});

test.each(["P2003", "23503"])("a reference to a row that is not stored is a conflict (%s)", (code) => {
  expect(toDatabaseError(coded(code), "down")).toMatchObject({
    code: "conflict",
    message: "an item that the change refers to was deleted or is not stored yet",
  });
});

test("leaves all other errors unchanged", () => {
  const mistake = new TypeError("ours");
  const failure = new AppError("conflict", "known");
  expect(toDatabaseError(mistake, "down")).toBe(mistake);
  expect(toDatabaseError(failure, "down")).toBe(failure);
  expect(toDatabaseError(coded("57P01"), "down")).toMatchObject({
    code: "database-unavailable",
    message: "down",
  });
});

test("a read-only database refuses changes, and is not described as one that does not respond", () => {
  const inner = { driverAdapterError: { cause: { kind: "postgres", originalCode: "25006" } } };
  for (const error of [coded("25006"), Object.assign(new Error("x"), { code: "P2010", meta: inner })])
    expect(toDatabaseError(error, "PostgreSQL does not respond")).toMatchObject({
      code: "database-unavailable",
      message: "PostgreSQL is read-only, so it refuses changes",
      userMessage: { title: "The database refuses changes" },
    });
  expect(describeUnavailableDatabase(coded("25006"))).toContain("refuses changes");
  expect(describeUnavailableDatabase(coded("57P01"))).toContain("does not respond");
});

test.each(["42P01", "42703", "42883", "P2021", "P2022"])(
  "a missing part of the schema (%s) means that the database is being prepared until the migrations are applied",
  (code) => {
    getLifecycle().isPrepared = false;
    expect(toDatabaseError(coded(code), "down")).toMatchObject({
      code: "database-unavailable",
      message: "the database is being prepared for this version of Ridgepoint",
      userMessage: { title: "The database is being prepared" },
    });
    expect(describeUnavailableDatabase(coded(code))).toContain("is being prepared");
    getLifecycle().isPrepared = true;
    expect(toDatabaseError(coded(code), "down")).not.toMatchObject({
      userMessage: { title: "The database is being prepared" },
    });
  },
);
