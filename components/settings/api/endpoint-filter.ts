/** State of the API page in the URL. */
import { useQueryState } from "nuqs";
import { parseAsMatch } from "@/lib/client/url-parsers";

/** Returns the text by which endpoints are filtered, and its setter. Empty: all endpoints. */
export function useEndpointFilter(): readonly [text: string, setText: (text: string) => void] {
  const [text, setText] = useQueryState("endpoint", parseAsMatch(/^[\s\S]{1,200}$/));
  return [text ?? "", (changed) => void setText(changed === "" ? null : changed)];
}
