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

test("a user's tools lie in the user's cache, shared by all clones", () => {
  expect(cacheFolder(user)).toBe("/home/ada/.cache/ridgepoint");
  expect(cacheFolder({ ...user, environment: { XDG_CACHE_HOME: "/big/cache" } })).toBe(
    "/big/cache/ridgepoint",
  );
});

test("root's folders lie outside any home, where the user of PostgreSQL can go", () => {
  expect(cacheFolder(root)).toBe("/var/cache/ridgepoint");
  expect(dataFolder("demo", root)).toMatch(/^\/var\/lib\/ridgepoint\/ridgepoint-[0-9a-f]{8}\/demo$/);
});

test("two clones of root with one name have folders of their own", () => {
  const other = { ...root, cloneFolder: "/root/other/ridgepoint" };
  expect(dataFolder("demo", other)).not.toBe(dataFolder("demo", root));
});

test("a user's data lie in the clone, by purpose", () => {
  expect(dataFolder("demo", user)).toBe("/home/ada/code/ridgepoint/.ridgepoint/demo");
  expect(dataFolder("test-1", user)).not.toBe(dataFolder("demo", user));
});

test("both folders can be put elsewhere", () => {
  const environment = { RIDGEPOINT_CACHE: "/srv/cache", RIDGEPOINT_DATA: "/srv/data" };
  expect(cacheFolder({ ...root, environment })).toBe("/srv/cache");
  expect(dataFolder("demo", { ...root, environment })).toBe("/srv/data/demo");
});

test.each(["RIDGEPOINT_DATA", "RIDGEPOINT_CACHE"])(
  "%s where no folder can be is told by its name",
  (variable) => {
    expect(findFolderError({ [variable]: "/dev/null/ridgepoint" })).toEqual({
      variable,
      wrong: "names /dev/null/ridgepoint, where nothing can be written (ENOTDIR)",
      fix: `set ${variable} to a folder that this user may write, or unset it`,
    });
    expect(findFolderError({ [variable]: tmpdir() })).toBeUndefined();
  },
);
