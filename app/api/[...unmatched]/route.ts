import { notFoundEndpoint } from "@/lib/server/not-found-endpoint";

export {
  notFoundEndpoint as DELETE,
  notFoundEndpoint as GET,
  notFoundEndpoint as PATCH,
  notFoundEndpoint as POST,
  notFoundEndpoint as PUT,
};
