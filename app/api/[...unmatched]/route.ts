import { notFoundEndpoint } from "@/lib/server/http/not-found-endpoint";

export {
  notFoundEndpoint as DELETE,
  notFoundEndpoint as GET,
  notFoundEndpoint as PATCH,
  notFoundEndpoint as POST,
  notFoundEndpoint as PUT,
};
