// Says whether a process id still means the process we once knew. A number alone does not: after a crash or a
// reboot the system hands the same number to a stranger, and a stranger must never be signalled.
// Plain JavaScript on Node built-ins, because it also runs before any package is installed.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** The start time of a process as the system tells it, or undefined when no such process lives. */
export function processIdentity(pid) {
  return process.platform === "linux" ? linuxIdentity(pid) : psIdentity(pid);
}

/** True when `pid` lives and is the process that `identity` was read from. */
export function isSameProcess(pid, identity) {
  return identity !== undefined && processIdentity(pid) === identity;
}

function linuxIdentity(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is the program name in brackets and may itself hold spaces and brackets.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [state] = fields;
    if (state === "Z" || state === "X") return undefined;
    return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()}:${fields[19]}`;
  } catch (error) {
    if (error.code === "ENOENT" || error.code === "ESRCH") return undefined;
    throw error;
  }
}

function psIdentity(pid) {
  try {
    const text = execFileSync("ps", ["-o", "stat=,lstart=", "-p", String(pid)], { encoding: "utf8" }).trim();
    return text === "" || text.startsWith("Z") ? undefined : text.replace(/^\S+\s+/, "");
  } catch (error) {
    // `ps` exits with 1 when the process is gone.
    if (error.status === 1) return undefined;
    throw error;
  }
}
