import type { ReactNode } from "react";

interface SignInNoticeProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A page without a form, because nobody can sign in or join here. */
export function SignInNotice({ title, children }: SignInNoticeProps) {
  return (
    <main className="mx-auto flex w-full max-w-[360px] flex-col gap-4 px-4 pt-24">
      <h1 className="text-lg font-semibold">{title}</h1>
      <p className="text-sm text-ink-2">{children}</p>
    </main>
  );
}
