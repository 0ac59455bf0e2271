import { createNotFoundResponse } from "@/lib/server/http/not-found-endpoint";

export {
  createNotFoundResponse as DELETE,
  createNotFoundResponse as GET,
  createNotFoundResponse as PATCH,
  createNotFoundResponse as POST,
  createNotFoundResponse as PUT,
};
