import { expect, test } from "vitest";
import { createContentDisposition, createFileResponse } from "./file-response";

test("a file has its content type, and a browser neither guesses another one nor renders it", async () => {
  const file = {
    bytes: Buffer.from("<script>"),
    contentType: "text/plain; charset=utf-8",
    fileName: "a.log",
  };
  const response = await createFileResponse(file, {
    request: new Request("http://localhost/"),
    headers: new Headers({ "content-security-policy": "default-src 'none'" }),
  });
  expect(await response.text()).toBe("<script>");
  expect(Object.fromEntries(response.headers)).toEqual({
    "content-type": "text/plain; charset=utf-8",
    "content-disposition": "attachment; filename=\"a.log\"; filename*=UTF-8''a.log",
    "content-security-policy":
      "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox",
  });
});

test.each([
  ["größe 1.log", "attachment; filename=\"gr__e 1.log\"; filename*=UTF-8''gr%C3%B6%C3%9Fe%201.log"],
  ['a"; x=\\%41.log', "attachment; filename=\"a_; x=__41.log\"; filename*=UTF-8''a%22%3B%20x%3D%5C%2541.log"],
  ["a\r\nx: y", "attachment; filename=\"a__x: y\"; filename*=UTF-8''a%0D%0Ax%3A%20y"],
  ["it's (1)*", "attachment; filename=\"it's (1)*\"; filename*=UTF-8''it%27s%20%281%29%2A"],
  ["\ud800.log", "attachment; filename=\"_.log\"; filename*=UTF-8''%EF%BF%BD.log"],
])("the name %j cannot end its header", (name, header) => {
  expect(createContentDisposition(name)).toBe(header);
});
