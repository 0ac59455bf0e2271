"use client";

import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { fetchJson } from "@/lib/client/fetch-json";
import { WriteError } from "@/components/shared/forms/write-error";

interface Opened {
  /** Path of kiosk mode. */
  readonly path: string;
}

/** Opens the link of a wall display: stores its token in a cookie, and replaces this page by kiosk mode. */
export function OpenDisplay() {
  const { mutate, error } = useMutation({
    mutationFn: (token: string): Promise<Opened> =>
      fetchJson("/api/v1/display", { method: "POST", body: { token } }),
    onSuccess: ({ path }) => window.location.replace(path),
  });
  useEffect(() => mutate(window.location.hash.slice(1)), [mutate]);
  return (
    <main className="mx-auto flex w-full max-w-[360px] flex-col gap-4 px-4 pt-24">
      <h1 className="text-lg font-semibold">Wall display</h1>
      {error === null ? <p className="text-ink-2">Opening the link</p> : <WriteError error={error} />}
    </main>
  );
}
