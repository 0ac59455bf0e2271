/**
 * PostgreSQL adapter for the schema engine, with two corrections of the Prisma adapter:
 *
 * - It has no type for PostgreSQL's one-letter "char" (OID 18), which the system catalogue uses often. This adapter
 *   reads such columns as text and reports them as characters.
 * - It splits a migration at every semicolon, also inside functions. This adapter sends the migration unsplit, so that
 *   PostgreSQL applies it completely or not at all.
 */
import type pg from "pg";
import { PrismaPg } from "@prisma/adapter-pg";
import { ColumnTypeEnum } from "@prisma/driver-adapter-utils";

const charType = 18;
const textType = 25;

/** Creates a Prisma adapter that uses `connectionPool`. The caller ends the pool. */
export function createCatalogAdapter(connectionPool: pg.Pool): PrismaPg {
  /** Indexes of the character columns by rows object, which the adapter passes through unchanged. */
  const characters = new WeakMap<object, readonly number[]>();
  const factory = new PrismaPg(noteCharacters(connectionPool, characters));
  const connect = factory.connect.bind(factory);
  factory.connect = async () => {
    const adapter = await connect();
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (query) => {
      const result = await queryRaw(query);
      const columns = characters.get(result.rows) ?? [];
      const columnTypes = result.columnTypes.map((type, index) =>
        columns.includes(index) ? ColumnTypeEnum.Character : type,
      );
      return { ...result, columnTypes };
    };
    adapter.executeScript = async (sql) => {
      await adapter.executeRaw({ sql, args: [], argTypes: [] });
    };
    return adapter;
  };
  return factory;
}

function noteCharacters(connectionPool: pg.Pool, characters: WeakMap<object, readonly number[]>): pg.Pool {
  const query = connectionPool.query.bind(connectionPool);
  return Object.assign(connectionPool, {
    query: async (config: pg.QueryArrayConfig): Promise<pg.QueryArrayResult> => {
      const result = await query(config);
      // Several statements have a list of results, which nothing reads.
      if (Array.isArray(result)) return result[0] as pg.QueryArrayResult;
      const found: number[] = [];
      for (const [index, field] of result.fields.entries()) {
        if (field.dataTypeID !== charType) continue;
        field.dataTypeID = textType;
        found.push(index);
      }
      characters.set(result.rows, found);
      return result;
    },
  });
}
