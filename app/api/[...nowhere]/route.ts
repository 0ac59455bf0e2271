import { noDoor } from "@/lib/server/no-door";

export { noDoor as DELETE, noDoor as GET, noDoor as PATCH, noDoor as POST, noDoor as PUT };
