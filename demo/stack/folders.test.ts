import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { cacheFolder, dataFolder, findFolderError, type FolderContext } from "./folders";

const user: FolderContext = {
  environment: {},
  isRoot: false,
  homeFolder: "/home/ada",
  cloneFolder: "/home/ada/code/ridgepoint",
};
const root: FolderContext = {
  ...user,
  isRoot: true,
  homeFolder: "/root",
  cloneFolder: "/root/private/ridgepoint",
};

test("a user's tools are in the user's cache, shared by all clones", () => {
  expect(cacheFolder(user)).toBe("/home/ada/.cache/ridgepoint");
  expect(cacheFolder({ ...user, environment: { XDG_CACHE_HOME: "/big/cache" } })).toBe(
    "/big/cache/ridgepoint",
  );
});

test("root's folders are outside any home, accessible to the PostgreSQL user", () => {
  expect(cacheFolder(root)).toBe("/var/cache/ridgepoint");
  expect(dataFolder("demo", root)).toMatch(/^\/var\/lib\/ridgepoint\/ridgepoint-[0-9a-f]{8}\/demo$/);
});

test("two clones of root with the same name have separate folders", () => {
  const other = { ...root, cloneFolder: "/root/other/ridgepoint" };
  expect(dataFolder("demo", other)).not.toBe(dataFolder("demo", root));
});

test("a user's data are in the clone, by purpose", () => {
  expect(dataFolder("demo", user)).toBe("/home/ada/code/ridgepoint/.ridgepoint/demo");
  expect(dataFolder("test-1", user)).not.toBe(dataFolder("demo", user));
});

test("both folders are configurable", () => {
  const environment = { RIDGEPOINT_CACHE: "/srv/cache", RIDGEPOINT_DATA: "/srv/data" };
  expect(cacheFolder({ ...root, environment })).toBe("/srv/cache");
  expect(dataFolder("demo", { ...root, environment })).toBe("/srv/data/demo");
});

test.each(["RIDGEPOINT_DATA", "RIDGEPOINT_CACHE"])(
  "%s with an unusable folder is reported by name",
  (variable) => {
    expect(findFolderError({ [variable]: "/dev/null/ridgepoint" })).toEqual({
      variable,
      problem: "names /dev/null/ridgepoint, which is not writable (ENOTDIR)",
      fix: `set ${variable} to a folder that this user can write to, or unset it`,
    });
    expect(findFolderError({ [variable]: tmpdir() })).toBeUndefined();
  },
);
