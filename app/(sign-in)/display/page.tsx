import type { Metadata } from "next";
import { connection } from "next/server";
import { OpenDisplay } from "@/components/kiosk/open-display";

export const metadata: Metadata = { title: "Wall display" };

export default async function Page() {
  // Rendered per request, because scripts carry the nonce of the request.
  await connection();
  return <OpenDisplay />;
}
