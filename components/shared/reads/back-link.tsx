import Link from "next/link";

interface BackLinkProps {
  readonly href: string;
  readonly text: string;
}

/** Link from the page of one object to the list of all. */
export function BackLink({ href, text }: BackLinkProps) {
  return (
    <p className="pb-2 text-xs print:hidden">
      <Link href={href} className="text-accent hover:underline">
        {text}
      </Link>
    </p>
  );
}
